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
long lastPosition;
Consumer<CustodyEvent> ledger;
Chain chain;
TransactionPolicy policy;
ThrowingCustody custody;
AccountView account;
Ed25519Key alice;
Ed25519Key bob;
Address supplier;
MeterRegistry registry;
