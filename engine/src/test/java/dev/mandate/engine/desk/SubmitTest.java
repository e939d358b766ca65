package dev.mandate.engine.desk;

import static dev.mandate.engine.desk.Town.ACME;
import static dev.mandate.engine.desk.Town.RIVAL;
import static dev.mandate.engine.desk.Town.SOL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.domain.submission.SubmissionCommand;
import dev.mandate.engine.faults.Fate;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.submission.SubmissionBook;
import dev.mandate.engine.submission.SubmissionRecord;
import dev.mandate.engine.submission.SubmissionSubject;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.SendOutcome;
import dev.mandate.ports.custody.BuildOptions;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.desk.Desk;
import dev.mandate.ports.desk.Retry;
import dev.mandate.ports.desk.SignatureGiven;
import dev.mandate.ports.desk.Submission;
import dev.mandate.ports.desk.SubmissionId;
import dev.mandate.ports.desk.SubmissionRefusal;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.program.ComputeBudget;
import dev.mandate.ports.program.Operation;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.ComputeBudgetProgram;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.MintAccount;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.testkit.keys.TestKey;
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
    private final Town town = new Town();

    private final Address account = town.account(ACME);
    private final Desk desk = town.desk(ACME);
    private final BuiltTransaction built = town.change(desk, account, 60);

    @Test
    void whatIsSignedByAllDoesWhatItSays() {
        Submission submission = submit(town.signed(built)).get();

        Town.assertConfirmed(submission);
        assertEquals(new TimeLock(60), desk.custody().account(account).get().settings().timeLock());
        assertEquals(Option.some(submission), desk.submission(submission.id()));
        assertEquals(account, submission.account());
    }

    @Test
    void theSameTransactionIsTheSameSubmission() {
        Submission first = submit(town.signed(built)).get();
        long events = town.journal.events(0, 1_000).items().size();

        assertEquals(Either.right(first), submit(town.signed(built)));
        assertEquals(events, town.journal.events(0, 1_000).items().size());
    }

    @Test
    void aRequestThatIsRepeatedUnderItsNameHasItsAnswerAndAnotherUnderThatNameHasNone() {
        Submission first = desk.submit(account, town.signed(built), Array.empty(), town.named("key", 1)).get();

        assertEquals(
                Either.right(first), desk.submit(account, Bytes.EMPTY, Array.empty(), town.named("key", 1)));
        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                desk.submit(account, town.signed(built), Array.empty(), town.named("key", 2)));
        assertEquals(
                Either.right(first),
                desk.submit(account, town.signed(built), Array.empty(), town.named("another", 2)));
        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                desk.submit(account, town.signed(built), Array.empty(), town.named("another", 3)));
    }

    @Test
    void anotherTenantsAccountAndSubmissionsAreUnknown() {
        Submission submission = submit(town.signed(built)).get();
        Desk rival = town.desk(RIVAL);

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                rival.submit(account, town.signed(built), Array.empty(), ONCE));
        assertEquals(Option.none(), rival.submission(submission.id()));
        assertEquals(Option.none(), town.onMainnet(ACME).submission(submission.id()));
        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                town.onMainnet(ACME).submit(account, town.signed(built), Array.empty(), ONCE));
    }

    /** Names of requests belong to whoever gives them; that they are kept apart is seen to elsewhere, and here too. */
    @Test
    void noNameOfARequestLeadsToAnotherTenantsSubmission() {
        assertTrue(desk.submit(account, town.signed(built), Array.empty(), town.named("key", 1)).isRight());
        Address rivals = town.account(RIVAL);

        assertEquals(
                Either.left(new SubmissionRefusal.KeyReused()),
                town.desk(RIVAL).submit(rivals, town.signed(built), Array.empty(), town.named("key", 1)));
    }

    @Test
    void twoTenantsWhoBothKnowAnAccountHaveSubmissionsOfTheirOwn() {
        Desk rival = town.desk(RIVAL);
        assertTrue(rival.custody()
                .register(desk.custody().account(account).get().ref().settings())
                .isRight());

        Submission ours = submit(town.signed(built)).get();
        Submission theirs = rival.submit(account, town.signed(built), Array.empty(), ONCE).get();

        assertNotEquals(ours.id(), theirs.id());
        Town.assertConfirmed(theirs);
    }

    @Test
    void whatDoesSomethingElseIsForeign() {
        Instruction operation = operation();
        Instruction payment = SystemProgram.transfer(town.ann.address(), town.bob.address(), BaseUnits.of(1));

        assertEquals(foreign(1, payment), submit(town.signed(operation, payment)));
        assertEquals(foreign(0, payment), submit(town.signed(payment)));
    }

    @Test
    void whatOperatesOnAnotherAccountIsForeignEvenIfThatIsTheirsToo() {
        Address other = town.account(ACME);
        Instruction elsewhere = instructions(town.change(desk, other, 5)).head();

        assertEquals(foreign(0, elsewhere), submit(town.signed(elsewhere)));
        assertEquals(foreign(1, elsewhere), submit(town.signed(operation(), elsewhere)));
    }

    @Test
    void whatIsNotQuiteAnOperationIsForeign() {
        Instruction operation = operation();
        byte[] longer = Arrays.copyOf(operation.data().toArray(), operation.data().length() + 1);
        Instruction padded = new Instruction(operation.program(), operation.accounts(), Bytes.of(longer));

        assertEquals(foreign(0, padded), submit(town.signed(padded)));
    }

    @Test
    void whatOnlyMakesTokenAccountsDoesNothingToTheAccount() {
        Instruction creation = AssociatedTokenProgram.createIdempotent(
                town.ann.address(), account, mint(), TokenProgram.TOKEN);

        assertEquals(Either.left(new SubmissionRefusal.NothingOnAccount()), submit(town.signed(creation)));
    }

    @Test
    void aComputeBudgetAndATokenAccountMayStandBeside() {
        BuiltTransaction priced = town.change(
                desk,
                account,
                60,
                BuildOptions.DEFAULT.withComputeBudget(new ComputeBudget(400_000, BaseUnits.of(1))));
        Town.assertConfirmed(submit(town.signed(priced)).get());

        Array<Instruction> change = instructions(town.change(desk, account, 61));
        Instruction creation = AssociatedTokenProgram.createIdempotent(
                town.ann.address(), account, mint(), TokenProgram.TOKEN);
        Town.assertConfirmed(submit(town.signed(change.prepend(creation)
                        .prepend(ComputeBudgetProgram.setComputeUnitLimit(400_000))
                        .toJavaArray(Instruction[]::new)))
                .get());
    }

    @Test
    void noDurableNonceIsAdvancedWhereverItStandsAndWhateverFollowsIt() {
        Address nonce = nonce();
        Instruction advance = SystemProgram.advanceNonce(nonce, town.ann.address());
        Instruction padded = new Instruction(advance.program(), advance.accounts(), Bytes.ofHex("0400000000"));

        assertEquals(
                Either.left(new SubmissionRefusal.NonceNotAllowed(0, nonce)),
                submit(town.signed(advance, operation())));
        assertEquals(
                Either.left(new SubmissionRefusal.NonceNotAllowed(1, nonce)),
                submit(town.signed(operation(), padded)));
        assertEquals(
                Either.left(new BuildRefusal.NonceNotAllowed(nonce)),
                town.tryChange(desk, account, 60, BuildOptions.DEFAULT.withNonce(nonce)));
    }

    @Test
    void noMoreThanTheOperatorAllowsIsPaidToBePreferred() {
        BaseUnits most = BaseUnits.of(10_000_000);
        Instruction limit = ComputeBudgetProgram.setComputeUnitLimit(1_000_000);

        assertEquals(
                Either.left(new SubmissionRefusal.PriorityFeeTooHigh(BaseUnits.of(10_000_001), most)),
                submit(town.signed(
                        limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_001)), operation())));
        assertEquals(
                Either.left(new SubmissionRefusal.PriorityFeeTooHigh(BaseUnits.MAX, most)),
                submit(town.signed(limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.MAX), operation())));
        // Without a limit it is 200,000 units for the one instruction.
        assertEquals(
                Either.left(new SubmissionRefusal.PriorityFeeTooHigh(BaseUnits.of(10_000_001), most)),
                submit(town.signed(
                        ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(50_000_001)), operation())));
        Town.assertConfirmed(submit(town.signed(
                        limit, ComputeBudgetProgram.setComputeUnitPrice(BaseUnits.of(10_000_000)), operation()))
                .get());
    }

    @Test
    void controlIsHandedToNobodyWhoCanNeverSign() {
        Address vault = SquadsV4Program.PUBLIC.vaultAddress(SquadsV4Program.PUBLIC.locate(town.ann.address()), 0);
        Address program = TestKey.of("program").address();
        town.devnet.put(program, new AccountData(BaseUnits.of(SOL), Address.ZERO, Bytes.EMPTY, true));
        for (Address next : Array.of(vault, town.account(RIVAL), program)) {
            assertEquals(
                    Either.left(new SubmissionRefusal.KeylessAdmin(next)), submit(town.signed(handingOverTo(next))));
        }
    }

    @Test
    void bytesThatAreNoTransactionAreRefused() {
        assertInstanceOf(
                SubmissionRefusal.BadTransaction.class, submit(Bytes.of((byte) 9)).getLeft());
    }

    @Test
    void allWhoHaveNotSignedAreNamed() {
        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(town.ann.address(), town.bob.address()))),
                submit(built.unsigned().transaction()));
        assertEquals(
                Either.left(new SubmissionRefusal.SignaturesMissing(Array.of(town.bob.address()))),
                submit(signedBy(town.ann)));
    }

    @Test
    void aSignatureOfSomethingElseIsRefusedByName() {
        byte[] forged = town.signed(built).toArray();
        forged[65 + 3] ^= 1;

        assertEquals(
                Either.left(new SubmissionRefusal.SignatureInvalid(town.bob.address())), submit(Bytes.of(forged)));
    }

    @Test
    void aSignatureThatOnlyTheCofactorMakesGoodIsRefusedAndTheHonestOneOfTheSameMessageIsTaken() {
        Signature bent = town.bob.signWithTorsion(built.unsigned().message());
        long events = town.journal.events(0, 1_000).items().size();

        assertEquals(
                Either.left(new SubmissionRefusal.GivenSignatureInvalid(0, town.bob.address())),
                desk.submit(
                        account,
                        signedBy(town.ann),
                        Array.of(new SignatureGiven(Option.some(town.bob.address()), bent)),
                        ONCE));
        assertEquals(events, town.journal.events(0, 1_000).items().size());

        Town.assertConfirmed(submit(town.signed(built)).get());
    }

    @Test
    void signaturesThatComeBesideFindTheirSlots() {
        Signature anns = town.ann.sign(built.unsigned().message());
        Signature bobs = town.bob.sign(built.unsigned().message());

        Submission submission = desk.submit(
                        account,
                        built.unsigned().transaction(),
                        Array.of(
                                new SignatureGiven(Option.none(), bobs),
                                new SignatureGiven(Option.some(town.ann.address()), anns),
                                new SignatureGiven(Option.none(), anns)),
                        ONCE)
                .get();

        assertEquals(anns, submission.signature());
        Town.assertConfirmed(submission);
    }

    @Test
    void aSignatureBesideThatFitsNobodyIsCountedOut() {
        Signature bobs = town.bob.sign(built.unsigned().message());
        Signature strangers = TestKey.of("stranger").sign(built.unsigned().message());

        assertEquals(
                Either.left(new SubmissionRefusal.SignatureFitsNobody(1)),
                desk.submit(
                        account,
                        signedBy(town.ann),
                        Array.of(
                                new SignatureGiven(Option.none(), bobs), new SignatureGiven(Option.none(), strangers)),
                        ONCE));
        assertEquals(
                Either.left(new SubmissionRefusal.GivenSignatureInvalid(0, town.ann.address())),
                desk.submit(
                        account,
                        signedBy(town.ann),
                        Array.of(new SignatureGiven(Option.some(town.ann.address()), bobs)),
                        ONCE),
                "named another");
    }

    @Test
    void allThatSpeaksAgainstItIsToldAtOnceAndNothingIsTakenByAsking() {
        Instruction payment = SystemProgram.transfer(town.ann.address(), town.bob.address(), BaseUnits.of(1));
        Bytes paying = town.unsigned(town.ann.address(), payment);
        SubmissionRefusal all = new SubmissionRefusal.Several(Array.of(
                new SubmissionRefusal.ForeignInstruction(0, payment.program()),
                new SubmissionRefusal.SignaturesMissing(Array.of(town.ann.address()))));

        assertEquals(Option.some(all), desk.objection(Option.some(account), paying, Array.empty()));
        assertEquals(Either.left(all), submit(paying));
        assertEquals(Option.none(), desk.objection(Option.some(account), town.signed(built), Array.empty()));
        assertEquals(
                Option.some(SubmissionRefusal.of(
                        all.each().prepend(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))))),
                town.desk(RIVAL).objection(Option.some(account), paying, Array.empty()));
        assertEquals(Option.some(all), desk.objection(Option.none(), paying, Array.empty()), "whatever account it is for");
        assertEquals(Option.none(), desk.objection(Option.none(), town.signed(built), Array.empty()));
    }

    @Test
    void theOperatorsFeePayerSignsNothingThatIsSubmitted() {
        Address payer = town.operator.feePayer();
        Bytes withPayer = town.unsigned(payer, operation());

        assertEquals(Either.left(new SubmissionRefusal.FeePayerProtected(payer)), submit(withPayer));
        assertEquals(
                Either.left(new SubmissionRefusal.Several(Array.of(
                        new SubmissionRefusal.FeePayerProtected(payer),
                        new SubmissionRefusal.ForeignInstruction(0, operation().program())))),
                submit(town.unsigned(
                        town.ann.address(),
                        new Instruction(
                                operation().program(),
                                operation().accounts().append(AccountMeta.signer(payer)),
                                operation().data()))));
    }

    /** A refusal means that a new transaction is safe: this one is not on record, and was not sent. */
    @Test
    void whatWouldFailIsRefusedAndNotSent() {
        Town.assertConfirmed(submit(town.signed(town.change(desk, account, 61))).get());
        long events = town.journal.events(0, 1_000).items().size();

        assertInstanceOf(
                SubmissionRefusal.WouldFail.class, submit(town.signed(built)).getLeft(), "two for the same index");

        assertEquals(events, town.journal.events(0, 1_000).items().size());
    }

    @Test
    void whatLivesNoMoreIsRefusedAtOnceAndNotSent() {
        Bytes transaction = town.signed(built);
        town.devnet.expireBlockhashes();

        assertInstanceOf(SubmissionRefusal.BlockhashExpired.class, submit(transaction).getLeft());

        assertEquals(0, new SubmissionBook(town.journal, () -> town.now).open(ACME.tenant(), Network.DEVNET));
    }

    @Test
    void aNodeThatDoesNotKnowAFreshBlockhashYetIsAskedAgain() {
        Town.assertConfirmed(overALine(Line.GOOD, Line.BEHIND)
                .submit(account, town.signed(built), Array.empty(), ONCE)
                .get());
    }

    @Test
    void whatSomebodyElseSentHasLandedThoughItsBlockhashIsDead() {
        Bytes transaction = town.signed(built);
        assertTrue(town.devnet.send(transaction).get() instanceof SendOutcome.Accepted);
        town.devnet.expireBlockhashes();

        Town.assertConfirmed(submit(transaction).get());
    }

    /** A refusal says that it never landed; somebody else sends it after the first look, and its blockhash dies before the next. */
    @Test
    void whatLandsWhileItIsLookedAtIsNotRefused() {
        Bytes transaction = town.signed(built);
        Desk slow = town.engine(
                        new FaultyChain(
                                town.devnet,
                                Fate.interrupted(1, () -> {
                                    assertTrue(town.devnet.send(transaction).get() instanceof SendOutcome.Accepted);
                                    town.devnet.expireBlockhashes();
                                }),
                                () -> Line.GOOD,
                                sent -> {}),
                        town.journal,
                        Town.GENEROUS)
                .desk(Network.DEVNET, ACME)
                .get();

        Town.assertConfirmed(slow.submit(account, transaction, Array.empty(), ONCE).get());
    }

    /** A wallet that signs differently each time, and a client who sends both. */
    @Test
    void whatLandedUnderAnotherSignatureIsConfirmedUnderThatOne() {
        Bytes other = WireTransaction.parse(town.signed(built)).get()
                .withSignature(town.ann.address(), town.ann.signOtherwise(built.unsigned().message())).get()
                .serialize();
        assertTrue(town.devnet.send(other).get() instanceof SendOutcome.Accepted);

        Submission submission = submit(town.signed(built)).get();

        Town.assertConfirmed(submission);
        assertEquals(new SolanaFormat().parse(other).get().signatures().head(), submission.signature());
    }

    @Test
    void whatIsOnItsWayIsTheAnswerWhateverIsWrongWithTheRequest() {
        Submission taken = town.deaf().submit(account, town.signed(built), Array.empty(), ONCE).get();
        byte[] forged = town.signed(built).toArray();
        forged[65 + 3] ^= 1;
        town.devnet.expireBlockhashes();

        for (Bytes worse : Array.of(Bytes.of(forged), built.unsigned().transaction())) {
            assertEquals(taken.id(), submit(worse).get().id());
            assertEquals(taken.id(), desk.submit(town.account(ACME), worse, Array.empty(), ONCE).get().id());
        }
    }

    private Desk overALine(Line... first) {
        Queue<Line> lines = new ArrayDeque<>(List.of(first));
        return town.engine(
                        new FaultyChain(
                                town.devnet, Fate.never(), () -> lines.isEmpty() ? Line.GOOD : lines.remove(), sent -> {}),
                        town.journal,
                        Town.GENEROUS)
                .desk(Network.DEVNET, ACME)
                .get();
    }

    @Test
    void aTenantHasSoManyOnTheirWayAndNoMore() {
        SubmissionBook book = new SubmissionBook(town.journal, () -> town.now);
        Array.range(0, Submitting.MOST_OPEN).forEach(number -> onItsWay(book, number));

        assertEquals(Either.left(new SubmissionRefusal.TooManyOpen(Submitting.MOST_OPEN)), submit(town.signed(built)));
        Address theirs = town.account(RIVAL);
        assertTrue(town.desk(RIVAL)
                .submit(theirs, town.signed(town.change(town.desk(RIVAL), theirs, 60)), Array.empty(), ONCE)
                .isRight());

        SubmissionRecord over = book.find(numbered(7)).get();
        assertTrue(book.tell(over, new SubmissionCommand.FindLanded(Signature.EMPTY, 1, Option.none())).isRight());
        Town.assertConfirmed(submit(town.signed(built)).get());
        assertEquals(Submitting.MOST_OPEN - 1, book.open(ACME.tenant(), Network.DEVNET));
        Town.assertConfirmed(submit(town.signed(built)).get());
    }

    /** What was taken keeps its place, however many have come since. */
    @Test
    void whatIsOnItsWayMayBeHandedInAgain() {
        SubmissionBook book = new SubmissionBook(town.journal, () -> town.now);
        Bytes transaction = town.signed(built);
        assertTrue(town.deaf().submit(account, transaction, Array.empty(), ONCE).isRight());
        Array.range(1, Submitting.MOST_OPEN).forEach(number -> onItsWay(book, number));

        assertInstanceOf(Submission.State.Sent.class, submit(transaction).get().state());
        Town.assertConfirmed(submit(transaction).get());
    }

    private void onItsWay(SubmissionBook book, int number) {
        SignedTransaction transaction = new SignedTransaction(Bytes.EMPTY, Signature.EMPTY);
        Commit commit = book.open(
                Commit.at(town.now),
                numbered(number),
                new SubmissionSubject(ACME.tenant(), Network.DEVNET, account),
                Bytes.EMPTY,
                new Lifetime.UntilBlock(0, 1_000_000),
                Option.some(transaction));
        assertTrue(town.journal.commit(commit).isRight());
    }

    private static SubmissionId numbered(int number) {
        return new SubmissionId("sub_%032x".formatted(number));
    }

    @Test
    void whoAwaitsASubmissionHearsHowItEnds() {
        int[] sinceSent = {0};
        Desk overABadLine = town.engine(
                        new FaultyChain(
                                town.devnet,
                                Fate.never(),
                                () -> sinceSent[0] == 0 || sinceSent[0]++ > 3 ? Line.GOOD : Line.ANSWER_LOST,
                                sent -> sinceSent[0] = Math.max(1, sinceSent[0])),
                        town.journal,
                        Town.GENEROUS)
                .desk(Network.DEVNET, ACME)
                .get();

        Submission taken = overABadLine
                .submit(account, town.signed(built), Array.empty(), ONCE)
                .get();
        Submission landed = overABadLine.awaited(taken.id()).get();

        assertInstanceOf(Submission.State.Unknown.class, taken.state());
        Town.assertConfirmed(landed);
        assertEquals(Option.none(), town.desk(RIVAL).awaited(taken.id()));
    }

    @Test
    void nothingLeavesByTheDesksCustody() {
        assertInstanceOf(
                SubmitRefusal.BadTransaction.class,
                desk.custody().submit(town.signed(built)).getLeft());
        assertEquals(TimeLock.NONE, desk.custody().account(account).get().settings().timeLock());
    }

    private Either<SubmissionRefusal, Submission> submit(Bytes transaction) {
        return desk.submit(account, transaction, Array.empty(), ONCE);
    }

    private static Either<SubmissionRefusal, Submission> foreign(int index, Instruction instruction) {
        return Either.left(new SubmissionRefusal.ForeignInstruction(index, instruction.program()));
    }

    /** One that the account knows. */
    private Instruction operation() {
        return instructions(built).head();
    }

    private Instruction handingOverTo(Address next) {
        return SquadsV4Program.PUBLIC.encode(
                desk.custody().account(account).get().ref(),
                new Operation.HandOver(
                        town.ann.address(), town.ann.address(), new AdminControl.HeldBy(next), Option.none()));
    }

    private static Array<Instruction> instructions(BuiltTransaction of) {
        SolanaFormat format = new SolanaFormat();
        ParsedTransaction parsed = format.parse(of.unsigned().transaction()).get();
        return format.resolve(parsed, Array.empty()).get().instructions().toArray();
    }

    private Bytes signedBy(TestKey signer) {
        return town.keys.signAs(Array.of(signer.address()), built.unsigned().transaction());
    }

    private Address mint() {
        Address mint = TestKey.of("town/mint").address();
        MintAccount content =
                new MintAccount(Option.none(), BaseUnits.of(1_000), 6, Option.none(), Bytes.EMPTY);
        town.devnet.put(
                mint, new AccountData(BaseUnits.of(SOL), TokenProgram.TOKEN.id(), content.encode(), false));
        return mint;
    }

    private Address nonce() {
        Address nonce = TestKey.of("town/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT,
                town.ann.address(),
                new Blockhash(Bytes32.of(nonce.toArray())),
                BaseUnits.of(5_000));
        town.devnet.put(nonce, new AccountData(BaseUnits.of(SOL), SystemProgram.ID, content.encode(), false));
        return nonce;
    }
}
