OperatorSecret secret;
