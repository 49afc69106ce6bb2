package clashes

func forkSeq() int { return 1 }

func forkPar() int { return 2 }

func taskJoinPar() int { return 3 }
