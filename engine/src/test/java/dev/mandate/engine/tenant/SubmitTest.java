package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static dev.mandate.engine.tenant.ServiceFixture.SOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.VoteProblem;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.TransactionConfig;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.program.ComputeBudget;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whose transactions are taken to the chain, and which. */
class SubmitTest {

    private static final Retry ONCE = new Retry.Unnamed();

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final Address account = fixture.account(ACME);
    private final TenantService service = fixture.service(ACME);
    private final TransactionPlan built = fixture.change(service, account, 60);

    @Test
    void aFullySignedTransactionTakesEffect() {
        Submission submission = submit(fixture.signed(built)).get();

        ServiceFixture.assertConfirmed(submission);
        assertEquals(new TimeLock(60), service.account(account).get().settings().timeLock());
        assertEquals(Option.some(submission), service.submission(submission.id()));
        assertEquals(account, submission.account());
    }

    @Test
    void theSameTransactionIsTheSameSubmission() {
        Submission first = submit(fixture.signed(built)).get();
        long events = fixture.journal.events(0, 1_000).items().size();

        assertEquals(Either.right(first), submit(fixture.signed(built)));
        assertEquals(events, fixture.journal.events(0, 1_000).items().size());
    }

    @Test
    void aRequestThatIsRepeatedUnderItsNameHasItsAnswerAndAnotherUnderThatNameHasNone() {
        Submission first = service.submit(account, fixture.signed(built), Array.empty(), fixture.named("key", 1)).get();

        assertEquals(
                Either.right(first), service.submit(account, Bytes.EMPTY, Array.empty(), fixture.named("key", 1)));
        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                service.submit(account, fixture.signed(built), Array.empty(), fixture.named("key", 2)));
        assertEquals(
                Either.right(first),
                service.submit(account, fixture.signed(built), Array.empty(), fixture.named("another", 2)));
        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                service.submit(account, fixture.signed(built), Array.empty(), fixture.named("another", 3)));
    }

    @Test
    void anotherTenantsAccountAndSubmissionsAreUnknown() {
        Submission submission = submit(fixture.signed(built)).get();
        TenantService rival = fixture.service(RIVAL);

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                rival.submit(account, fixture.signed(built), Array.empty(), ONCE));
        assertEquals(Option.none(), rival.submission(submission.id()));
        assertEquals(Option.none(), fixture.onMainnet(ACME).submission(submission.id()));
        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                fixture.onMainnet(ACME).submit(account, fixture.signed(built), Array.empty(), ONCE));
    }

    /** Names of requests belong to whoever gives them; that they are kept apart is seen to elsewhere, and here too. */
    @Test
    void noNameOfARequestLeadsToAnotherTenantsSubmission() {
        assertTrue(service.submit(account, fixture.signed(built), Array.empty(), fixture.named("key", 1)).isRight());
        Address rivals = fixture.account(RIVAL);

        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                fixture.service(RIVAL).submit(rivals, fixture.signed(built), Array.empty(), fixture.named("key", 1)));
    }

    @Test
    void tenantsOfTheSameAccountHaveSeparateSubmissions() {
        TenantService rival = fixture.service(RIVAL);
        assertTrue(rival
                .register(service.account(account).get().ref().settings())
                .isRight());

        Submission ours = submit(fixture.signed(built)).get();
        Submission theirs = rival.submit(account, fixture.signed(built), Array.empty(), ONCE).get();

        assertNotEquals(ours.id(), theirs.id());
        ServiceFixture.assertConfirmed(theirs);
    }

    @Test
    void instructionsOutsideTheAccountAreForeign() {
        Instruction operation = operation();
        Instruction payment = SystemProgram.transfer(fixture.ann.address(), fixture.bob.address(), BaseUnits.of(1));

        assertEquals(foreign(1, payment), submit(fixture.signed(operation, payment)));
        assertEquals(foreign(0, payment), submit(fixture.signed(payment)));
    }

    @Test
    void operationsOnAnotherAccountOfTheTenantAreForeign() {
        Address other = fixture.account(ACME);
        Instruction elsewhere = instructions(fixture.change(service, other, 5)).head();

        assertEquals(foreign(0, elsewhere), submit(fixture.signed(elsewhere)));
        assertEquals(foreign(1, elsewhere), submit(fixture.signed(operation(), elsewhere)));
    }

    @Test
    void aPaddedOperationIsForeign() {
        Instruction operation = operation();
        byte[] longer = Arrays.copyOf(operation.data().toArray(), operation.data().length() + 1);
        Instruction padded = new Instruction(operation.program(), operation.accounts(), Bytes.of(longer));

        assertEquals(foreign(0, padded), submit(fixture.signed(padded)));
    }

    @Test
    void tokenAccountCreationAloneIsRefused() {
        Instruction creation = AssociatedTokenProgram.createIdempotent(
                fixture.ann.address(), account, mint(), TokenProgram.TOKEN);

        assertEquals(Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NothingOnAccount())), submit(fixture.signed(creation)));
    }

    @Test
    void aComputeBudgetAndATokenAccountMayStandBeside() {
        TransactionPlan priced = fixture.change(
                service,
                account,
                60,
                BuildOptions.DEFAULT.withComputeBudget(ComputeBudget.of(400_000, BaseUnits.of(1))));
        ServiceFixture.assertConfirmed(submit(fixture.signed(priced)).get());

        Array<Instruction> change = instructions(fixture.change(service, account, 61));
        Instruction creation = AssociatedTokenProgram.createIdempotent(
                fixture.ann.address(), account, mint(), TokenProgram.TOKEN);
        ServiceFixture.assertConfirmed(submit(fixture.signed(change.prepend(creation)
                        .prepend(ComputeBudgetProgram.setComputeUnitLimit(400_000))
                        .toJavaArray(Instruction[]::new)))
                .get());
    }

    @Test
    void anUnlistedNonceAdvanceIsRefusedInAnyPosition() {
        Address nonce = nonce();
        Instruction advance = SystemProgram.advanceNonce(nonce, fixture.ann.address());
        Instruction padded = new Instruction(advance.program(), advance.accounts(), Bytes.ofHex("0400000000"));

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                submit(fixture.signed(advance, operation())));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(1, nonce))),
                submit(fixture.signed(operation(), padded)));
        assertEquals(
                Either.left(new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nonce))),
                fixture.tryChange(service, account, 60, BuildOptions.DEFAULT.withNonce(nonce)));
    }

    @Test
    void noMoreThanTheOperatorAllowsIsPaidToBePreferred() {
        BaseUnits most = BaseUnits.of(10_000_000);
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(1_000_000);

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(10_000_001), most))),
                submit(fixture.signed(
                        limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)), operation())));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.MAX, most))),
                submit(fixture.signed(limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.MAX), operation())));
        // Without a limit the greatest one counts: 1,400,000 units.
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(10_000_002), most))),
                submit(fixture.signed(
                        ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(7_142_858)), operation())));
        ServiceFixture.assertConfirmed(submit(fixture.signed(
                        limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_000)), operation()))
                .get());
    }

    @Test
    void aPriorityFeeOfVersion1AboveTheMaximumIsRefused() {
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.of(10_000_001), BaseUnits.of(10_000_000)))),
                submit(version1(10_000_001)));
        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.PriorityFeeTooHigh(BaseUnits.MAX, BaseUnits.of(10_000_000)))),
                submit(version1(-1)));
        ServiceFixture.assertConfirmed(submit(version1(10_000_000)).get());
    }

    /** @param priorityFee in lamports, unsigned */
    private Bytes version1(long priorityFee) {
        Message message = new Message(
                MessageVersion.V1,
                fixture.ann.address(),
                fixture.devnet.latestBlockhash().get().blockhash(),
                new TransactionConfig(
                        Option.some(priorityFee), Option.some(400_000L), Option.some(8_000_000L), Option.none()),
                Array.of(operation()),
                Array.empty());
        return fixture.keys.sign(new SolanaFormat().compile(message).get().transaction());
    }

    @Test
    void controlIsNeverHandedToAKeylessAddress() {
        Address vault = SquadsV4Program.PUBLIC.vaultAddress(SquadsV4Program.PUBLIC.locate(fixture.ann.address()), 0);
        Address program = TestKey.of("program").address();
        fixture.devnet.put(program, new AccountData(BaseUnits.of(SOL), Address.ZERO, Bytes.EMPTY, true));
        for (Address next : Array.of(vault, fixture.account(RIVAL), program)) {
            assertEquals(
                    Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, next))), submit(fixture.signed(handingOverTo(next))));
        }
    }

    @Test
    void bytesThatAreNoTransactionAreRefused() {
        assertInstanceOf(
                SubmissionRefusal.BadTransaction.class, submit(Bytes.of((byte) 9)).getLeft());
    }

    @Test
    void allMissingSignersAreNamed() {
        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(fixture.ann.address(), fixture.bob.address()))),
                submit(built.single().unsigned().transaction()));
        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(fixture.bob.address()))),
                submit(signedBy(fixture.ann)));
    }

    @Test
    void aSignatureOfSomethingElseIsRefusedByName() {
        byte[] forged = fixture.signed(built).toArray();
        forged[65 + 3] ^= 1;

        assertEquals(
                Either.left(new SubmissionRefusal.SignatureInvalid(fixture.bob.address())), submit(Bytes.of(forged)));
    }

    @Test
    void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageIsTaken() {
        Signature bent = fixture.bob.signWithTorsion(built.single().unsigned().message());
        long events = fixture.journal.events(0, 1_000).items().size();

        assertEquals(
                Either.left(new SubmissionRefusal.GivenSignatureInvalid(0, fixture.bob.address())),
                service.submit(
                        account,
                        signedBy(fixture.ann),
                        Array.of(new SignatureGiven(fixture.bob.address(), bent)),
                        ONCE));
        assertEquals(events, fixture.journal.events(0, 1_000).items().size());

        ServiceFixture.assertConfirmed(submit(fixture.signed(built)).get());
    }

    @Test
    void signaturesThatComeBesideFindTheirSlots() {
        Signature anns = fixture.ann.sign(built.single().unsigned().message());
        Signature bobs = fixture.bob.sign(built.single().unsigned().message());

        Submission submission = service.submit(
                        account,
                        built.single().unsigned().transaction(),
                        Array.of(
                                new SignatureGiven(bobs),
                                new SignatureGiven(fixture.ann.address(), anns),
                                new SignatureGiven(anns)),
                        ONCE)
                .get();

        assertEquals(anns, submission.signature());
        ServiceFixture.assertConfirmed(submission);
    }

    @Test
    void aSeparateSignatureForSomebodyElseIsReportedWithTheAddress() {
        TestKey stranger = TestKey.of("stranger");

        assertEquals(
                Either.left(new SubmissionRefusal.SignatureFitsNobody(0, Option.some(stranger.address()))),
                service.submit(
                        account,
                        built.single().unsigned().transaction(),
                        Array.of(
                                new SignatureGiven(stranger.address(), stranger.sign(built.single().unsigned().message())),
                                new SignatureGiven(fixture.ann.address(), fixture.ann.sign(built.single().unsigned().message())),
                                new SignatureGiven(fixture.bob.address(), fixture.bob.sign(built.single().unsigned().message()))),
                        ONCE));
    }

    @Test
    void aSeparateSignatureThatFitsNoSignerIsReportedByIndex() {
        Signature bobs = fixture.bob.sign(built.single().unsigned().message());
        Signature strangers = TestKey.of("stranger").sign(built.single().unsigned().message());

        assertEquals(
                Either.left(new SubmissionRefusal.SignatureFitsNobody(1, Option.none())),
                service.submit(
                        account,
                        signedBy(fixture.ann),
                        Array.of(
                                new SignatureGiven(bobs), new SignatureGiven(strangers)),
                        ONCE));
        assertEquals(
                Either.left(new SubmissionRefusal.GivenSignatureInvalid(0, fixture.ann.address())),
                service.submit(
                        account,
                        signedBy(fixture.ann),
                        Array.of(new SignatureGiven(fixture.ann.address(), bobs)),
                        ONCE),
                "named another");
    }

    @Test
    void theOperatorsFeePayerDoesNotSignSubmissions() {
        Address payer = fixture.operator.feePayer();
        Bytes withPayer = fixture.unsigned(payer, operation());

        assertEquals(Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorPays(payer))), submit(withPayer));
        assertEquals(
                Either.left(SubmissionRefusal.of(Array.of(
                                new ReviewFinding.OperatorSigns(payer), new ReviewFinding.ForeignInstruction(0, operation().program()))
                        .map(SubmissionRefusal.Reviewed::new))),
                submit(fixture.unsigned(
                        fixture.ann.address(),
                        new Instruction(
                                operation().program(),
                                operation().accounts().append(AccountMeta.signer(payer)),
                                operation().data()))));
    }

    /** A refusal means that a new transaction is safe: this one is not on record, and was not sent. */
    @Test
    void aTransactionThatFailsSimulationIsRefusedAndNotSent() {
        ServiceFixture.assertConfirmed(submit(fixture.signed(fixture.change(service, account, 61))).get());
        long events = fixture.journal.events(0, 1_000).items().size();

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.VoteRefused(new VoteProblem.AnotherProposed(1)))),
                submit(fixture.signed(built)),
                "two for the same index");

        assertEquals(events, fixture.journal.events(0, 1_000).items().size());
    }

    @Test
    void anExpiredTransactionIsRefusedAndNotSent() {
        Bytes transaction = fixture.signed(built);
        fixture.devnet.expireBlockhashes();

        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(transaction).getLeft());

        assertEquals(0, book().open());
    }

    @Test
    void aNodeThatDoesNotKnowAFreshBlockhashYetIsAskedAgain() {
        ServiceFixture.assertConfirmed(overALine(Line.BEHIND, Line.BEHIND)
                .submit(account, fixture.signed(built), Array.empty(), ONCE)
                .get());
    }

    @Test
    void aTransactionSentByOthersIsConfirmedAfterItsBlockhashExpired() {
        Bytes transaction = fixture.signed(built);
        assertTrue(fixture.devnet.send(transaction).get() instanceof SendOutcome.Accepted);
        fixture.devnet.expireBlockhashes();

        ServiceFixture.assertConfirmed(submit(transaction).get());
    }

    /** A refusal says that it never landed; somebody else sends it after the first look, and its blockhash dies before the next. */
    @Test
    void aTransactionThatLandsDuringTheCheckIsNotRefused() {
        Bytes transaction = fixture.signed(built);
        TenantService slow = fixture.engine(
                        new FaultyChain(
                                fixture.devnet,
                                ProcessFault.interrupted(1, () -> {
                                    assertTrue(fixture.devnet.send(transaction).get() instanceof SendOutcome.Accepted);
                                    fixture.devnet.expireBlockhashes();
                                }),
                                () -> Line.GOOD,
                                sent -> {}),
                        fixture.journal,
                        ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get();

        ServiceFixture.assertConfirmed(slow.submit(account, transaction, Array.empty(), ONCE).get());
    }

    /** A client repeats a call that takes long. The second call meets a node that knows the blockhash. */
    @Test
    void aTransactionTakenByAConcurrentCallIsNotRefused() {
        Bytes transaction = fixture.signed(built);
        boolean[] repeated = {false};
        FaultyChain behind = new FaultyChain(
                fixture.devnet,
                ProcessFault.never(),
                () -> {
                    if (!repeated[0]) {
                        repeated[0] = true;
                        assertTrue(fixture.deaf().submit(account, transaction, Array.empty(), ONCE).isRight());
                    }
                    return Line.BEHIND;
                },
                sent -> {});
        TenantService slow =
                fixture.engine(behind, fixture.journal, ServiceFixture.GENEROUS).service(Network.DEVNET, ACME.tenant()).get();

        assertTrue(slow.submit(account, transaction, Array.empty(), ONCE).isRight());
    }

    /** A wallet that signs differently each time, and a client who sends both. */
    @Test
    void aLandingUnderAnotherSignatureIsConfirmed() {
        Bytes other = WireTransaction.parse(fixture.signed(built)).get()
                .withSignature(fixture.ann.address(), fixture.ann.signOtherwise(built.single().unsigned().message())).get()
                .serialize();
        assertTrue(fixture.devnet.send(other).get() instanceof SendOutcome.Accepted);

        Submission submission = submit(fixture.signed(built)).get();

        ServiceFixture.assertConfirmed(submission);
        assertEquals(new SolanaFormat().parse(other).get().signatures().head(), submission.signature());
    }

    @Test
    void alsoIfItsBlockhashIsDeadByNow() {
        Bytes other = WireTransaction.parse(fixture.signed(built)).get()
                .withSignature(fixture.ann.address(), fixture.ann.signOtherwise(built.single().unsigned().message())).get()
                .serialize();
        assertTrue(fixture.devnet.send(other).get() instanceof SendOutcome.Accepted);
        fixture.devnet.expireBlockhashes();

        ServiceFixture.assertConfirmed(submit(fixture.signed(built)).get());
    }

    @Test
    void aPendingSubmissionIsAnsweredDespiteOtherFaults() {
        Submission taken = fixture.deaf().submit(account, fixture.signed(built), Array.empty(), ONCE).get();
        byte[] forged = fixture.signed(built).toArray();
        forged[65 + 3] ^= 1;
        fixture.devnet.expireBlockhashes();

        for (Bytes worse : Array.of(Bytes.of(forged), built.single().unsigned().transaction())) {
            assertEquals(taken.id(), submit(worse).get().id());
            assertEquals(taken.id(), service.submit(fixture.account(ACME), worse, Array.empty(), ONCE).get().id());
        }
    }

    private TenantService overALine(Line... first) {
        Queue<Line> lines = new ArrayDeque<>(List.of(first));
        return fixture.engine(
                        new FaultyChain(
                                fixture.devnet, ProcessFault.never(), () -> lines.isEmpty() ? Line.GOOD : lines.remove(), sent -> {}),
                        fixture.journal,
                        ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get();
    }

    private SubmissionRepository book() {
        return new SubmissionRepository(new TenantJournal(fixture.journal, () -> fixture.now, ACME.tenant(), Network.DEVNET));
    }

    @Test
    void openSubmissionsOfATenantAreLimited() {
        SubmissionRepository book = book();
        Array.range(0, SubmissionRepository.MOST_OPEN).forEach(number -> onItsWay(book, number));

        assertEquals(Either.left(new SubmissionRefusal.TooManyOpen(SubmissionRepository.MOST_OPEN)), submit(fixture.signed(built)));
        Address theirs = fixture.account(RIVAL);
        assertTrue(fixture.service(RIVAL)
                .submit(theirs, fixture.signed(fixture.change(fixture.service(RIVAL), theirs, 60)), Array.empty(), ONCE)
                .isRight());

        SubmissionRecord over = book.find(numbered(7)).get();
        assertTrue(book.tell(over, new SubmissionCommand.FindLanded(new Agreed<>(new SubmissionCommand.Landing(Signature.EMPTY, 1, Option.none()), 1))).isRight());
        fixture.now = fixture.now.plusSeconds(1);
        ServiceFixture.assertConfirmed(submit(fixture.signed(built)).get());
        fixture.now = fixture.now.plusSeconds(1);
        assertEquals(SubmissionRepository.MOST_OPEN - 1, book.open());
        ServiceFixture.assertConfirmed(submit(fixture.signed(built)).get());
    }

    @Test
    void tooManyOpenSubmissionsAreRefusedWithoutReadingTheChain() {
        SubmissionRepository book = book();
        Bytes transaction = fixture.signed(built);
        Array.range(0, SubmissionRepository.MOST_OPEN).forEach(number -> onItsWay(book, number));

        assertEquals(
                Either.left(new SubmissionRefusal.TooManyOpen(SubmissionRepository.MOST_OPEN)),
                overALine(Line.LOST, Line.LOST, Line.LOST).submit(account, transaction, Array.empty(), ONCE));
    }

    /** What was taken keeps its place, however many have come since. */
    @Test
    void aPendingTransactionMayBeSubmittedAgain() {
        SubmissionRepository book = book();
        Bytes transaction = fixture.signed(built);
        assertTrue(fixture.deaf().submit(account, transaction, Array.empty(), ONCE).isRight());
        Array.range(1, SubmissionRepository.MOST_OPEN).forEach(number -> onItsWay(book, number));

        assertInstanceOf(Submission.State.Sent.class, submit(transaction).get().state());
        ServiceFixture.assertConfirmed(submit(transaction).get());
    }

    private void onItsWay(SubmissionRepository book, int number) {
        SignedTransaction transaction = new SignedTransaction(Bytes.EMPTY, Signature.EMPTY);
        Commit commit = book.open(
                Commit.at(fixture.now),
                numbered(number),
                account,
                Array.empty(),
                Bytes.EMPTY,
                new Lifetime.UntilBlock(0, 1_000_000),
                Array.of(new SubmissionCommand.Sign(transaction)));
        assertTrue(fixture.journal.commit(commit).isRight());
    }

    private static SubmissionId numbered(int number) {
        return new SubmissionId("sub_%032x".formatted(number));
    }

    @Test
    void awaitingASubmissionReturnsItsOutcome() {
        int[] sinceSent = {0};
        TenantService overABadLine = fixture.engine(
                        new FaultyChain(
                                fixture.devnet,
                                ProcessFault.never(),
                                () -> sinceSent[0] == 0 || sinceSent[0]++ > 3 ? Line.GOOD : Line.ANSWER_LOST,
                                sent -> sinceSent[0] = Math.max(1, sinceSent[0])),
                        fixture.journal,
                        ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get();

        Submission taken = overABadLine
                .submit(account, fixture.signed(built), Array.empty(), ONCE)
                .get();
        Submission landed = overABadLine.awaitFinal(taken.id()).get();

        assertInstanceOf(Submission.State.Unknown.class, taken.state());
        ServiceFixture.assertConfirmed(landed);
        assertEquals(Option.none(), fixture.service(RIVAL).awaitFinal(taken.id()));
    }

    private Either<SubmissionRefusal, Submission> submit(Bytes transaction) {
        return service.submit(account, transaction, Array.empty(), ONCE);
    }

    private static Either<SubmissionRefusal, Submission> foreign(int index, Instruction instruction) {
        return Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.ForeignInstruction(index, instruction.program())));
    }

    /** One that the account knows. */
    private Instruction operation() {
        return instructions(built).head();
    }

    private Instruction handingOverTo(Address next) {
        return SquadsV4Program.PUBLIC.encode(
                service.account(account).get().ref(),
                new Operation.HandOver(
                        fixture.ann.address(), fixture.ann.address(), new AdminControl.HeldBy(next), Option.none()));
    }

    /** Its instructions, without its compute budget. */
    private static Array<Instruction> instructions(TransactionPlan of) {
        SolanaFormat format = new SolanaFormat();
        ParsedTransaction parsed = format.parse(of.single().unsigned().transaction()).get();
        return format.resolve(parsed, Array.empty()).get().instructions().toArray().reject(format::isComputeBudget);
    }

    private Bytes signedBy(TestKey signer) {
        return fixture.keys.signAs(Array.of(signer.address()), built.single().unsigned().transaction());
    }

    private Address mint() {
        Address mint = TestKey.of("town/mint").address();
        MintAccount content =
                new MintAccount(Option.none(), BaseUnits.of(1_000), 6, Option.none(), Bytes.EMPTY);
        fixture.devnet.put(
                mint, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN.id(), content.encode(), false));
        return mint;
    }

    private Address nonce() {
        Address nonce = TestKey.of("town/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT,
                fixture.ann.address(),
                new Blockhash(Bytes32.of(nonce.toArray())),
                BaseUnits.of(5_000));
        fixture.devnet.put(nonce, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        return nonce;
    }
}
