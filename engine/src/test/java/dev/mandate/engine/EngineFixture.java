package dev.mandate.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.parts.WaitPolicy;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.spi.policy.NonceAccounts;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.runtime.NetworkParameters;
import dev.mandate.solana.Solana;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;

/** An engine over a simulated chain, people with keys and SOL, and the steps that many tests share. */
final class EngineFixture {

    static final UnixTime START = new UnixTime(1_764_547_200);
    static final long SOL = 1_000_000_000;
    static final long SIGNATURE_FEE = 5_000;

    final TestLedger ledger;
    final Custody custody;
    private final SimulatedChain chain;
    private final InMemoryJournal journal = new InMemoryJournal();
    private KeyRing keys = KeyRing.of();
    private int accounts;

    EngineFixture() {
        this(NetworkParameters.DEFAULT);
    }

    EngineFixture(NetworkParameters network) {
        chain = new SimulatedChain(START, network);
        ledger = new TestLedger(chain);
        custody = engine(chain, journal, ledger::nonces);
    }

    /** Another engine with a memory of its own, on {@code over}. */
    static Custody engine(Chain over, Journal journal) {
        return engine(over, journal, NonceAccounts.NONE);
    }

    /** The same, with durable nonces that accounts may use. */
    static Custody engine(Chain over, Journal journal, NonceAccounts nonces) {
        return CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(over)
                .formats(Solana.SQUADS_V4)
                .journal(journal)
                .clock(() -> START)
                .nonceAccounts(nonces)
                .waits(WaitPolicy.NONE)
                .build();
    }

    /** An engine with a memory of its own, that knows {@code settings}. */
    Custody otherClient(Address account) {
        Custody other = engine(chain, new InMemoryJournal());
        assertEquals(account, answered(other.register(answered(custody.account(account)).ref().settings())).address());
        return other;
    }

    SimulatedChain chain() {
        return chain;
    }

    InMemoryJournal journal() {
        return journal;
    }

    /** Everybody's. */
    KeyRing keys() {
        return keys;
    }

    /** Someone with a key and SOL for fees. */
    Address person(String name) {
        Address address = key(name);
        ledger.fund(address, 10 * SOL);
        return address;
    }

    /** A key of which the chain knows nothing. */
    Address key(String name) {
        TestKey key = TestKey.of("engine/" + name);
        keys = keys.with(key);
        return key.address();
    }

    /** An account that is on the chain, with 5 SOL. */
    Address account(NewAccount founding) {
        Address founder = person("founder");
        TransactionPlan built = landed(new BuildRequest.CreateAccount(
                key("create key " + accounts++), founder, founding.terms(), BuildOptions.DEFAULT));
        Address account = built.account().address();
        ledger.fund(account, 5 * SOL);
        return account;
    }

    /** A limit that is on the chain. */
    Address limit(Address account, LimitTerms terms, Authority authority) {
        return landed(new BuildRequest.AddLimit(account, terms, authority, BuildOptions.DEFAULT))
                .limit()
                .get();
    }

    /** The same by way of another client, of which this engine learns nothing. */
    Address limit(Address account, LimitTerms terms, Custody by, Authority authority) {
        TransactionPlan built =
                answered(by.build(new BuildRequest.AddLimit(account, terms, authority, BuildOptions.DEFAULT)));
        land(built);
        return built.limit().get();
    }

    Array<LimitView> limits(Address account) {
        return Array.ofAll(answered(custody.limits(account)));
    }

    Settings settings(Address account) {
        return answered(custody.account(account)).settings();
    }

    Proposal proposal(Address account, long index) {
        return answered(custody.transaction(account, index)).transaction().proposal().get();
    }

    /** Nothing speaks against {@code request}. */
    void allows(BuildRequest request) {
        var unused = builds(request);
    }

    TransactionPlan builds(BuildRequest request) {
        return answered(custody.build(request));
    }

    BuildRefusal refusal(BuildRequest request) {
        return custody.build(request)
                .swap()
                .getOrElseThrow(() -> new AssertionError("this should have been refused: " + request));
    }

    /** Builds it, signs it with everybody who is asked, sends it, and holds the quote against what was paid. */
    void lands(BuildRequest request) {
        land(builds(request));
    }

    /** The same, with what was built. */
    TransactionPlan landed(BuildRequest request) {
        TransactionPlan built = builds(request);
        land(built);
        return built;
    }

    /** Signs and sends what was built before, one step after another. */
    void land(TransactionPlan built) {
        built.steps().forEach(step -> land(built.account().address(), step));
    }

    /** Signs and sends one step. */
    void land(Address account, Step step) {
        landReturning(0, account, step);
    }

    /** The same of a transaction by which {@code lamports} come back to the payer. */
    void landReturning(long lamports, TransactionPlan built) {
        assertEquals(1, built.steps().length());
        landReturning(lamports, built.account().address(), built.steps().head());
    }

    private void landReturning(long lamports, Address account, Step step) {
        FeeQuote fee = step.fee();
        long payerBefore = ledger.lamports(fee.payer());
        Map<Address, Long> roomBefore = fee.rents().toMap(FeeQuote.Rent::account, rent -> ledger.lamports(rent.account()));
        Submission submission = custody
                .submit(
                        SubmitRequest.of(account, keys.sign(step.unsigned().transaction())).acknowledging(Array.of(GiveawayWarning.Code.values())),
                        new Retry.Unnamed())
                .getOrElseThrow(refusal -> new AssertionError("this should have been taken: " + step.kind() + " " + refusal));
        assertEquals(step.unsigned().signers().head(), fee.payer());
        assertInstanceOf(Submission.State.Confirmed.class, submission.state());
        assertEquals(fee.total().bits() - lamports, payerBefore - ledger.lamports(fee.payer()), "what the payer paid");
        assertEquals(
                rentPerAccount(fee),
                roomBefore.map((room, before) -> Tuple.of(room, ledger.lamports(room) - before)),
                "rent per account");
    }

    /** Each request a new one. */
    Either<SubmissionRefusal, Submission> submit(Address account, Bytes signed) {
        return custody.submit(account, signed, Array.empty(), new Retry.Unnamed());
    }

    /** Past the engine, as another client would: signed by whoever of the fixture must. */
    void landsBesides(Address payer, SquadsInstruction instruction) {
        landsBesides(payer, new InstructionCodec(SquadsV4.PROGRAM).encode(instruction));
    }

    void landsBesides(Address payer, Instruction instruction) {
        assertEquals(Array.empty(), failures(sentBesides(signedBesides(payer, instruction))));
    }

    private Signature sentBesides(Bytes transaction) {
        return chain.send(transaction).get() instanceof SendOutcome.Accepted(Signature signature)
                ? signature
                : fail("this should have been taken");
    }

    Bytes signedBesides(Address payer, Instruction... instructions) {
        Message message = new Message(
                MessageVersion.LEGACY,
                payer,
                chain.latestBlockhash().get().blockhash(),
                Array.of(instructions),
                Array.empty());
        return keys.sign(new SolanaFormat().compile(message).get().transaction());
    }

    Bytes signed(TransactionPlan built) {
        return keys.sign(built.single().unsigned().transaction());
    }

    Bytes signed(Step step) {
        return keys.sign(step.unsigned().transaction());
    }

    Bytes signed(Bytes transaction) {
        return keys.sign(transaction);
    }

    Bytes signedBy(Address signer, TransactionPlan built) {
        return keys.signAs(Array.of(signer), built.single().unsigned().transaction());
    }

    static int instructions(TransactionPlan built) {
        return WireTransaction.parse(built.single().unsigned().transaction())
                .get()
                .message()
                .instructions()
                .size();
    }

    /** What a transaction before version 1 asks for. */
    static ComputeBudget computeBudget(Step step) {
        CompiledMessage message = WireTransaction.parse(step.unsigned().transaction()).get().message();
        return new SolanaFormat()
                .readComputeBudget(message.instructions()
                        .filter(one -> message.staticKeys().get(one.programIndex()).equals(ComputeBudgetProgram.ID))
                        .map(one -> new Instruction(ComputeBudgetProgram.ID, Array.empty(), one.data())))
                .get();
    }

    static int bytes(TransactionPlan built) {
        return built.single().unsigned().transaction().length();
    }

    void pass(long seconds) {
        chain.advance(seconds);
    }

    static Authority byVoteOf(Address... signers) {
        return new Authority.Vote(Array.of(signers));
    }

    static Authority byAdmin() {
        return new Authority.Admin();
    }

    static BuildRequest change(Address account, Authority authority, SettingsEdit... edits) {
        return new BuildRequest.ChangeSettings(
                account, Array.of(edits), authority, LeaversLimits.REFUSE, BuildOptions.DEFAULT);
    }

    static BuildRequest votes(Address account, long index, Vote vote, Address... voters) {
        return new BuildRequest.CastVotes(account, index, vote, Array.of(voters), BuildOptions.DEFAULT);
    }

    static BuildRequest execute(Address account, long index, Address... signers) {
        return new BuildRequest.Execute(account, index, Array.of(signers), BuildOptions.DEFAULT);
    }

    static BuildRequest prepare(Address account, Bytes transaction, Address... signers) {
        return new BuildRequest.Prepare(account, transaction, Array.of(signers), BuildOptions.DEFAULT);
    }

    /** A daily limit for anybody's benefit. */
    LimitTerms limitTerms(String createKey, Token token, long amount, Address... signers) {
        return LimitTerms.of(key(createKey), token, BaseUnits.of(amount), Period.DAY, Array.of(signers));
    }

    private Array<Object> failures(Signature signature) {
        return chain.statuses(Array.of(signature))
                .get()
                .toArray()
                .flatMap(status -> status.getOrElseThrow(() -> new AssertionError("the chain has not seen it"))
                        .failure());
    }

    private static Map<Address, Long> rentPerAccount(FeeQuote fee) {
        Map<Address, Long> sums = HashMap.empty();
        for (FeeQuote.Rent rent : fee.rents()) {
            sums = sums.put(rent.account(), sums.getOrElse(rent.account(), 0L) + rent.lamports().bits());
        }
        return sums;
    }

    private static <T> T answered(Either<BuildRefusal, T> answer) {
        return answer.getOrElseThrow(refusal -> new AssertionError("this should not have been refused: " + refusal));
    }

    /** The refusal of money for {@code receiver}, where nobody could use it. */
    static BuildRefusal unusable(int instruction, Address receiver) {
        return new BuildRefusal.Reviewed(new ReviewFinding.NeedsAcknowledgement(
                Array.of(new GiveawayWarning(GiveawayWarning.Code.UNUSABLE_RECEIVER, instruction, receiver))));
    }
}
