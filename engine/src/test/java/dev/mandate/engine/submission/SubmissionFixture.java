package dev.mandate.engine.submission;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.PendingTransaction;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.domain.submission.SubmissionState;
import dev.mandate.domain.submission.SubmissionSubject;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;

/** A simulated chain, a journal, and payments on their way. */
final class SubmissionFixture {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final SubmissionSubject SUBJECT =
            new SubmissionSubject(new Tenant("acme"), Network.DEVNET, TestKey.of("account").address(), Array.empty());

    private static final long SOL = 1_000_000_000;
    private static final SolanaFormat FORMAT = new SolanaFormat();

    final SimulatedChain chain = new SimulatedChain(START);
    final InMemoryJournal journal = new InMemoryJournal();
    final TestKey payer = TestKey.of("payer");
    final Address shop = TestKey.of("shop").address();
    UnixTime now = START;

    SubmissionFixture() {
        chain.fund(payer.address(), BaseUnits.of(10 * SOL));
        chain.fund(shop, BaseUnits.of(SOL));
    }

    SubmissionRepository book() {
        return book(journal);
    }

    SubmissionRepository book(Journal behind) {
        return book(behind, SUBJECT);
    }

    private SubmissionRepository book(Journal behind, SubmissionSubject subject) {
        return new SubmissionRepository(new TenantJournal(behind, () -> now, subject.tenant(), subject.network()));
    }

    SubmissionDriver driver(Chain line, Journal behind) {
        return driver(line, behind, SUBJECT);
    }

    SubmissionDriver driver(Chain line, Journal behind, SubmissionSubject subject) {
        return new SubmissionDriver(line, FORMAT, book(behind, subject), built -> {
            throw new IllegalStateException("these are signed");
        }, freezes());
    }

    AccountFreezes freezes() {
        return new AccountFreezes(journal, () -> now, SUBJECT.network());
    }

    SubmissionDriver driver() {
        return driver(chain, journal);
    }

    /** A payment by a recent blockhash, on record and not sent. */
    SubmissionRecord payment(long lamports) {
        return payment(SUBJECT, lamports);
    }

    SubmissionRecord payment(SubmissionSubject subject, long lamports) {
        return payment(book(journal, subject), subject, lamports);
    }

    SubmissionRecord payment(SubmissionRepository taking, SubmissionSubject subject, long lamports) {
        var latest = chain.latestBlockhash().get();
        return opened(
                taking,
                subject,
                signed(latest.blockhash(), SystemProgram.transfer(payer.address(), shop, BaseUnits.of(lamports))),
                new Lifetime.UntilBlock(latest.slot(), latest.lastValidBlockHeight()));
    }

    /** A payment by a durable nonce. */
    SubmissionRecord paymentByNonce(long lamports) {
        return paymentByNonce(lamports, "nonce");
    }

    /** A payment by the durable nonce of a new account. */
    SubmissionRecord paymentByNonce(long lamports, String name) {
        Address account = TestKey.of(name).address();
        Blockhash value = new Blockhash(Bytes32.of(account.toArray()));
        NonceAccount nonce =
                new NonceAccount(NonceAccount.Version.CURRENT, payer.address(), value, BaseUnits.of(5_000));
        chain.put(account, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, nonce.encode(), false));
        return opened(
                book(),
                SUBJECT,
                signed(
                        value,
                        SystemProgram.advanceNonce(account, payer.address()),
                        SystemProgram.transfer(payer.address(), shop, BaseUnits.of(lamports))),
                new Lifetime.WhileNonce(account, value, chain.latestBlockhash().get().slot(), chain.blockHeight().get() + 150));
    }

    /** Lets the nonce be used by something else. */
    void advanceNonce() {
        advanceNonce("nonce");
    }

    void advanceNonce(String name) {
        Address account = TestKey.of(name).address();
        Bytes advance = signed(
                chain.latestBlockhash().get().blockhash(), SystemProgram.advanceNonce(account, payer.address()));
        assertTrue(chain.send(advance).isRight());
    }

    SubmissionRecord record(SubmissionId id) {
        return book().find(id).get();
    }

    SubmissionState state(SubmissionRecord of) {
        return book(journal, of.subject()).find(of.id()).get().state();
    }

    long shopHas() {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(shop))).get().owned().get(shop).get().lamports().bits() - SOL;
    }

    /** What a payment was signed as, with another signature of its payer. */
    Bytes signedOtherwise(SubmissionRecord payment) {
        PendingTransaction pending = state(payment) instanceof SubmissionState.Signed(PendingTransaction kept)
                ? kept
                : ((SubmissionState.InFlight) state(payment)).pending();
        ParsedTransaction parsed = FORMAT.parse(pending.transaction().bytes()).get();
        return WireTransaction.parse(pending.transaction().bytes())
                .get()
                .withSignature(payer.address(), payer.signOtherwise(parsed.message()))
                .get()
                .serialize();
    }

    /** Lands the payment under that signature, past everybody who drives it. */
    Signature landOtherwise(SubmissionRecord payment) {
        return ((SendOutcome.Accepted) chain.send(signedOtherwise(payment)).get()).signature();
    }

    private Bytes signed(Blockhash lifetime, Instruction... instructions) {
        return TestTransactions.signed(
                new Message(
                        MessageVersion.LEGACY,
                        payer.address(),
                        lifetime,
                        Array.of(instructions),
                        Array.empty()),
                Array.of(payer));
    }

    private SubmissionRecord opened(SubmissionRepository taking, SubmissionSubject subject, Bytes transaction, Lifetime lifetime) {
        ParsedTransaction parsed = FORMAT.parse(transaction).get();
        SubmissionId id = taking.id(parsed.message());
        SignedTransaction bytes = new SignedTransaction(transaction, parsed.signatures().head());
        assertTrue(journal.commit(taking.open(
                        Commit.at(now), id, subject.account(), subject.reached(), parsed.message(), lifetime, Array.of(new SubmissionCommand.Sign(bytes))))
                .isRight());
        return taking.find(id).get();
    }
}
