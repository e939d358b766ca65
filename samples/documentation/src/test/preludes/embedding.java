interface Hsm {
    CompletableFuture<dev.mandate.domain.chain.Signature> sign(Bytes message);
}
Path folder;
CustodyEngine engine;
BuildRequest request;
OperatorSecret operator;
Hsm hsm;
Address treasurer;
JournalStore store;
ServerClock clock;
long lastPosition;
Consumer<CustodyEvent> ledger;
Chain chain;
TransactionPolicy policy;
MeterRegistry registry;
