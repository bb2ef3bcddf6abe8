package yamlx
import ("testing";"strings";"time")
func TestPatho(t *testing.T){
 n:=1<<20-100
 rep:=func(s string)string{return strings.Repeat(s,n/len(s))}
 for name,s:=range map[string]string{
 "open":rep("["), "opens":"a: "+rep("{"), "comments":"a: 1\n"+rep("#\n"), "commentsfirst":rep("#\n")+"a: 1\n", "keys":rep("? "), "dash":rep("- "), "dq":"a: \""+rep("\\x41")+"\"", "spaces":"a: "+rep(" ")+"b\n","nl":"a: "+rep("\n")+"b\n","anchors":"a:\n"+rep("  - &a b\n"),"alias":"x-a: &a 1\nb:\n"+rep("  - *a\n"),"flow":"a: ["+rep("1,")+"1]\n","plain":"a: "+rep("x\n  "), "colon":rep(":"), "map":"a: {"+rep("a,")+"}", "tilde":"a:\n"+rep(" - ~\n"), "commentnest":rep("- #\n"), "q":rep("a:\n #x\n"),"pct":rep("%A\n"),"fold":"a: >\n"+rep("  x\n"),"aster":rep("*"), "xmaps":"x-a: &a {b: 1}\nc:\n"+rep(" - {<<: *a}\n"),
 }{
  st:=time.Now(); _,f:=Read("x",[]byte(s)); d:=time.Since(st)
  if d>300*time.Millisecond { k:=""; if len(f)>0{k=f[0].Key}; t.Logf("%s %v %d %s",name,d,len(f),k)}
 }
}
