package i18n

// topicTexts are the help pages that are no commands. Lines that begin with a blank are printed as they are.
var topicTexts = []Entry{
	{"topic.scenarios-format.short", `how a scenario is written`, `场景的写法`},
	{"topic.scenarios-format", `A scenario is a shorthand, a name from "gpucalc scenarios list", or a YAML file.

The shorthand is <count>x<card>-<duration>[@<util>]:
  4xA100-2w    64xH800-14d    8xH20-3y@0.6    4xA100-40G-2w

A100 is the 80 GB SXM card; A100-40G is another. "gpucalc prices list cards" has all names.

A file holds one entry:
  scenarios:
    my-team:
      card: H20
      count: 8
      for: 1y
      util: 60%
      pattern: 8hx5d
      site: lingang

Flags lay single fields over any of them. What nobody says comes from your settings, then from the defaults; "gpucalc scenarios show NAME" prints every field with its origin.`, `场景可以是简写、"gpucalc scenarios list" 中的名称，或 YAML 文件。

简写为 <数量>x<卡>-<时长>[@<利用率>]：
  4xA100-2w    64xH800-14d    8xH20-3y@0.6    4xA100-40G-2w

A100 指 80 GB 的 SXM 卡；A100-40G 是另一款。全部名称见 "gpucalc prices list cards"。

文件中只有一项：
  scenarios:
    my-team:
      card: H20
      count: 8
      for: 1y
      util: 60%
      pattern: 8hx5d
      site: lingang

参数可覆盖其中任一字段。没有写明的字段先取你的设置，再取默认值；"gpucalc scenarios show 名称" 会列出每个字段及其出处。`},
	{"topic.units.short", `units of time, size, power, shares, counts`, `时间、容量、功率、比例与数量的单位`},
	{"topic.units", `  time      h d w (clock)   mo y (terms of 730 and 8,760 hours)
  share     60% or 0.6; a bare 60 is refused
  count     64  1,000  1_000  10B  3万  1.5亿
  size      B KB MB GB TB and KiB MiB GiB TiB
  power     kW MW, energy kWh
  month     2026-11

Two weeks are 336 hours, bought in the offer's own hours. n months are n rental months. Prices are in yuan; a price in another currency is converted at the rate of the sheets, which is listed among the assumptions.`, `  时间      h d w（时钟时间）   mo y（租期，每月 730 小时、每年 8,760 小时）
  比例      60% 或 0.6；单写 60 会被拒绝
  数量      64  1,000  1_000  10B  3万  1.5亿
  容量      B KB MB GB TB 以及 KiB MiB GiB TiB
  功率      kW MW，电量 kWh
  月份      2026-11

两周是 336 小时，按报价自身的小时购买。n 个月即 n 个租赁月。金额为人民币元；其他货币按价格表中的汇率换算，并列在依据的数字里。`},
	{"topic.sheets.short", `price sheets: the shipped ones and your own`, `价格表：内置的和你自己的`},
	{"topic.sheets", `A sheet is YAML with one kind as its top key: cards, servers, sites, tariffs, offers, and so on. --prices FILE or --prices FOLDER lays yours over the shipped ones, by id and field by field:

  offers:
    our-frame-contract:
      provider: compshare
      card: A100-SXM4-80GB
      class: cloud
      term: hour
      price: {typical: 9.20, unit: CNY/card-hour, vat: included}
      asof: 2026-11
      source: our-contract
  sources:
    our-contract: {title: Frame contract of November 2026}

A price names its unit. A missing price is missing, never 0. A figure without a source is an estimate and marked (e). Check a sheet with "gpucalc prices lint FILE"; "gpucalc schema offers" lists the fields of a kind; "gpucalc prices show ID" prints every field with file and line.`, `价格表是 YAML，最外层键为类别：cards、servers、sites、tariffs、offers 等。用 --prices 文件 或 --prices 目录 把自己的表按编号逐字段覆盖在内置表上：

  offers:
    our-frame-contract:
      provider: compshare
      card: A100-SXM4-80GB
      class: cloud
      term: hour
      price: {typical: 9.20, unit: CNY/card-hour, vat: included}
      asof: 2026-11
      source: our-contract
  sources:
    our-contract: {title: 2026 年 11 月框架合同}

价格必须写单位。缺失的价格就是缺失，绝不当作 0。没有来源的数字视为估计值，标为 (e)。用 "gpucalc prices lint 文件" 检查；"gpucalc schema offers" 列出某类的字段；"gpucalc prices show ID" 打印每个字段及其文件和行号。`},
	{"topic.model.short", `what the numbers mean and how they are made`, `数字的含义与算法`},
	{"topic.model", `A bill is a sum of dated lines; a line is an expression over named figures, rounded once to the fen, half away from zero. "gpucalc explain OPTION" prints it factor by factor.

Use. W is the clock hours in which the pattern wants the cards; --util u is the share in which they work; used = u x W. It is neither the busy share of a device monitor nor MFU.

Rent by the hour bills min(W, used x (1 + 10%)) + sessions x set-up, each session rounded up to the billing step and around the clock never more than W; spot adds 10% for lost work. Rent by the day or longer pays each day or month that the pattern touches, at least the minimum and the commitment of the offer. Per term the cheapest acceptable offer counts: mainland, open to companies, exact card and memory, reliability medium or high, not an estimate, with an interconnect where more than one host is needed.

Owning buys whole units. P is the price, S(t) = P x min(1 - h, R(t)) x (1 - f) what it sells for after t months.
  own.sold    P + running costs of the commitment - S(t)
  own.idle    P + running costs to the end of the longest commitment
  own.reused  [(P - S(life))/life + fixed costs + capital] x hours held / share
              of life somebody pays for, + energy
Money tied up costs --discount-rate a year. Racks are paid for the contract's minimum at least. Electricity follows the site's tariff by month and period.

The verdict compares renting with owning in one view (--view). Robust means the same answer in every view.`, `账单是带日期的各行之和；每行是若干数字的表达式，只在最后四舍五入到分。"gpucalc explain 方案" 会逐项列出。

使用。W 是使用时段所需的时钟小时；--util u 是其中实际工作的比例；使用 = u x W。它既不是设备监控的忙碌率，也不是 MFU。

按小时租用计费 min(W, 使用 x (1 + 10%)) + 开机次数 x 准备时间，每次开机按计费粒度向上取整，全天候时不超过 W；竞价另加 10% 的丢失工作。按天或更长的方式，时段触及的每天或每月都计费，且不低于报价的最小量和承诺期。每种计费方式取最便宜的可接受报价：中国内地、对企业开放、卡与显存准确、可靠性中或高、不是估计值；需要多机时必须写明互联。

自建按整台购买。P 为购置价，t 个月后的转售价 S(t) = P x min(1 - h, R(t)) x (1 - f)。
  own.sold    P + 承诺期内运行成本 - S(t)
  own.idle    P + 最长承诺期内运行成本
  own.reused  [(P - S(寿命))/寿命 + 固定成本 + 资金成本] x 占用小时 / 寿命中
              有人付费的比例，+ 电费
占用的资金按 --discount-rate 计年成本。机柜至少付到合同最短期。电费按所在地电价分月分时段计算。

结论在一种口径（--view）下比较租用与自建。三种口径结论都一样才算稳健。`},
	{"topic.memory.short", `what a training keeps on a card, by software and optimiser`, `各种软件与优化器下训练占用的显存`},
	{"topic.memory", `"gpucalc estimate" prints the memory of one card by part, at the fullest moment of a step and on the fullest pipeline stage. It is held against 79 published figures, all within a tenth; "make accuracy" in the source lists them.

Per parameter Adam takes 2 bytes of weight, 2 of gradient (4 where gradients add up in fp32), 4 of master copy and 8 of moments. --optimizer changes the last two:
  adam          master copy, moments in fp32     12 bytes
  adam8bit      master copy, moments in 8 bits    6
  adam16        moments in 16 bits                4
  adam16-8bit   moments in 8 bits                 2
  adam16-paged  moments on the host               0 here, 2 there
  adafactor     master copy                       4
  sgd           master copy, one moment           8
--optimizer-in-backward keeps the gradient of one matrix instead of all. --offload keeps weights, gradients and moments in the memory of the host; the card holds one layer and the output table of them at a time.

--software says whose habits count:
  megatron          Megatron-LM, NeMo, DeepSpeed: all gradients have a place,
                    logits stand in fp32 with their gradient (default)
  torchtitan        FSDP2, compiled, 16-bit logits; --recompute selective keeps
                    every second product of matrices
  torchtitan-2024   the same with a loss that is not compiled: 14 bytes a logit
  torchtune         compiled, the loss in eight parts, gradients only while they
                    are needed (default for adapters and with
                    --optimizer-in-backward)
  pytorch           plain modules as in Hugging Face Transformers: norms in
                    fp32, 12 bytes a logit
  pytorch-compiled  the same with torch.compile
  litgpt            plain modules, 16-bit logits; keeps what 4-bit matrices read
  internevo         updates one flat tensor: 14 bytes a parameter on top
The software changes memory and with it the layout; time by software is not known.

A context of 1 GiB, another of buffers where cards talk, and 5% of what comes and goes for fragments are added; 2% of the card stay free.`, `"gpucalc estimate" 按组成部分列出单卡显存，取一步中最满的时刻和最满的流水线阶段。它与 79 个公开数字相比都在一成以内；源码中的 "make accuracy" 会逐一列出。

每个参数用 Adam 时：权重 2 字节，梯度 2 字节（以 fp32 累积时 4 字节），主副本 4 字节，动量 8 字节。--optimizer 改变后两项：
  adam          主副本，fp32 动量        12 字节
  adam8bit      主副本，8 位动量          6
  adam16        16 位动量                 4
  adam16-8bit   8 位动量                  2
  adam16-paged  动量放在主机内存          卡上 0，主机 2
  adafactor     主副本                    4
  sgd           主副本，一个动量          8
--optimizer-in-backward 只保留一个矩阵的梯度，而不是全部。--offload 把权重、梯度与动量放在主机内存，卡上一次只有其中一层和输出表。

--software 指定按哪种软件的习惯计算：
  megatron          Megatron-LM、NeMo、DeepSpeed：全部梯度常驻，logits 及其梯度
                    为 fp32（默认）
  torchtitan        FSDP2，编译，16 位 logits；--recompute selective 保留每两个
                    矩阵乘积中的一个
  torchtitan-2024   同上，但损失未编译：每个 logit 14 字节
  torchtune         编译，损失分八份计算，梯度只在需要时存在（适配器以及
                    --optimizer-in-backward 的默认值）
  pytorch           普通模块，如 Hugging Face Transformers：归一化为 fp32，每个
                    logit 12 字节
  pytorch-compiled  同上，使用 torch.compile
  litgpt            普通模块，16 位 logits；保留 4 位矩阵的输入
  internevo         以一个平铺张量更新：每个参数另加 14 字节
软件只影响显存以及由此选出的布局；各软件的速度差别没有数据。

另加 1 GiB 上下文、卡间通信时 1 GiB 缓冲，以及临时部分 5% 的碎片；卡上留出 2% 不用。`},
	{"topic.settings.short", `gpucalc.yaml and GPUCALC_ variables`, `gpucalc.yaml 与 GPUCALC_ 环境变量`},
	{"topic.settings", `Settings hold what you would otherwise repeat as flags:
  site: lingang
  util: 70%
  lang: zh
  prices: [our-prices.yaml]

Flags win over GPUCALC_ variables (GPUCALC_UTIL=0.7), these over gpucalc.yaml in the working folder, that over gpucalc/gpucalc.yaml in the user's configuration folder, that over the defaults. A scenario that says a field itself keeps it; only flags win over scenarios. "gpucalc config show" prints every setting with its origin.`, `设置保存常用的参数：
  site: lingang
  util: 70%
  lang: zh
  prices: [our-prices.yaml]

优先级：参数 > GPUCALC_ 环境变量（如 GPUCALC_UTIL=0.7）> 当前目录的 gpucalc.yaml > 用户配置目录的 gpucalc/gpucalc.yaml > 默认值。场景自己写明的字段不受设置影响，只有参数能覆盖。"gpucalc config show" 列出每项设置及其出处。`},
	{"topic.formats.short", `table, JSON, CSV, Markdown, HTML`, `表格、JSON、CSV、Markdown、HTML`},
	{"topic.formats", `--format table|json|csv|md|html, or -o FILE with the format from the extension (.txt .json .csv .md .html); -o may be repeated. stdout carries the result only; warnings of JSON and CSV go to stderr as well.

JSON has one document with the root key "schema" (gpucalc.compare/v1), amounts in yuan as numbers with at most two decimals, and knows no language. "gpucalc schema compare" prints its JSON Schema. Fields only get added.`, `--format table|json|csv|md|html，或 -o 文件，格式取自扩展名（.txt .json .csv .md .html）；-o 可重复。标准输出只有结果；JSON 与 CSV 的警告同时写到标准错误。

JSON 是一个文档，根键 "schema" 为 gpucalc.compare/v1，金额为元、至多两位小数的数字，与语言无关。"gpucalc schema compare" 打印其 JSON Schema。字段只增不减。`},
	{"topic.exit-codes.short", `what the exit codes mean`, `退出码的含义`},
	{"topic.exit-codes", `  0    done
  1    could not run: a file that is there cannot be read or written
  2    wrong usage, or a name on the command line that means nothing:
       an unknown card or provider, a file that is not there
  3    a price sheet, scenario or other input file is wrong
  4    done, and a check that you asked for failed
  130  interrupted

On an error nothing stands on stdout and no file is left. With --json the error is JSON on stderr.`, `  0    完成
  1    无法运行：文件存在但无法读取或写入
  2    用法错误，或命令行上的名称无所指：未知的卡或租赁商、不存在的文件
  3    价格表、场景或其他输入文件有误
  4    已完成，但所要求的检查未通过
  130  被中断

出错时标准输出为空，也不留下文件。使用 --json 时，错误以 JSON 写到标准错误。`},
	{"topic.sources.short", `where the shipped figures come from`, `内置数字的来源`},
	{"topic.sources", `Every figure carries an as-of month, a source id and a reliability, or is an estimate marked (e). "gpucalc prices sources" lists the sources with title and address; "gpucalc prices show ID" and "gpucalc explain OPTION" show which figure came from which, with file and line. Ages count from the sheets' own date; --today moves it.`, `每个数字都带有时点、来源编号和可靠性，否则就是标为 (e) 的估计值。"gpucalc prices sources" 列出来源的标题与地址；"gpucalc prices show ID" 与 "gpucalc explain 方案" 给出每个数字的来源、文件和行号。时效从价格表日期算起，可用 --today 调整。`},
}
