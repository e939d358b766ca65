String secret = "";
int port = 0;
Consumer<String> handler = body -> {};
