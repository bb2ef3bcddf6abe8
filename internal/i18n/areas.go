package i18n

// areas returns the tables of texts, one a subject. Each table lives in a file
// of its own; being static literals they cost nothing until a text is wanted.
func areas() [][]Entry {
	return [][]Entry{
		breakevenTexts,
		catalogTexts,
		cliTexts,
		commonTexts,
		compareTexts,
		costmodelTexts,
		estimateTexts,
		fieldTexts,
		figureTexts,
		financeTexts,
		mfuTexts,
		moneyTexts,
		quantityTexts,
		rentTexts,
		reportTexts,
		scenarioTexts,
		sheetTexts,
		simulateTexts,
		topicTexts,
		trainingTexts,
	}
}
