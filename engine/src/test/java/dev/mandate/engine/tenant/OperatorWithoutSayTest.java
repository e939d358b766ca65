package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.solana.Solana;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.instruction.InstructionCodec;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/**
 * The operator's fee payer signs nothing but creations: it signs for no account, now or later, and is given a say in none, by whichever
 * way it is asked. The same ways lead no control to an address that nobody has a key for.
 */
class OperatorWithoutSayTest {

    private final ServiceFixture fixture = new ServiceFixture();
    private final Address operator = fixture.operator.feePayer();
    private final Address account = fixture.account(ACME);
    private final Address ann = fixture.ann.address();
    private final Custody own = fixture.service(ACME);

    @Test
    void theOperatorDoesNotPayForBuiltTransactions() {
        BuildRequest request = new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.SetTimeLock(new TimeLock(5))),
                new Authority.Vote(Array.of(ann, fixture.bob.address())),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT.paidBy(operator));

        assertEquals(Either.left(new BuildRefusal.Reviewed(new ReviewFinding.OperatorPays(operator))), own.build(request));
    }

    @Test
    void itSignsNoLaterOneOfSeveralTransactionsEither() {
        Instruction[] transfers = Array.rangeClosed(1, 50)
                .map(i -> SystemProgram.transfer(account, ann, BaseUnits.of(i)))
                .prepend(SystemProgram.transfer(operator, ann, BaseUnits.of(1)))
                .toJavaArray(Instruction[]::new);
        BuildRequest request = new BuildRequest.Prepare(
                account, fixture.unsigned(account, transfers), Array.of(ann, fixture.bob.address()), BuildOptions.DEFAULT);

        assertEquals(Either.left(new BuildRefusal.Reviewed(new ReviewFinding.OperatorSigns(operator))), own.build(request));
    }

    @Test
    void itBecomesAdminOfNoAccount() {
        BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, operator));

        assertEquals(
                Either.left(new CreationRefusal.NotBuilt(refused)),
                fixture.service(ACME)
                        .create(ACME.keyLine(), new CreationOrder(fixture.administeredBy(operator)), new Retry.Unnamed()));
        assertEquals(
                Either.left(refused),
                own.build(new BuildRequest.CreateAccount(
                        TestKey.of("fresh").address(), ann, fixture.administeredBy(operator), BuildOptions.DEFAULT)));
        assertEquals(
                Either.left(refused),
                own.build(new BuildRequest.HandOverAdmin(
                        governed(), new AdminControl.HeldBy(operator), BuildOptions.DEFAULT)));
    }

    @Test
    void itBecomesSignerOfNoAccount() {
        Command.CreateAccount terms = Command.CreateAccount.ofEquals(1, ann, operator);
        Authority vote = new Authority.Vote(Array.of(ann, fixture.bob.address()));
        BuildOptions plain = BuildOptions.DEFAULT;
        BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SIGNER, operator));

        assertEquals(
                Either.left(new CreationRefusal.NotBuilt(refused)),
                fixture.service(ACME).create(ACME.keyLine(), new CreationOrder(terms), new Retry.Unnamed()));
        assertEquals(
                Either.left(refused),
                own.build(new BuildRequest.CreateAccount(TestKey.of("fresh").address(), ann, terms, plain)));
        for (SettingsEdit edit : Array.of(
                new SettingsEdit.AddSigners(terms.signers().drop(1)), new SettingsEdit.ReplaceSigners(terms.signers()))) {
            Array<SettingsEdit> edits = Array.of(edit);
            for (BuildRequest request : Array.of(
                    new BuildRequest.ChangeSettings(account, edits, vote, LeaversLimits.REFUSE, plain),
                    new BuildRequest.HandOverAdmin(
                            governed(), edits, LeaversLimits.REFUSE, new AdminControl.None(), plain),
                    new BuildRequest.Propose(account, new Proposable.Settings(edits, LeaversLimits.REFUSE), ann, plain))) {
                assertEquals(Either.left(refused), own.build(request));
            }
        }
    }

    @Test
    void whereOthersMadeItASignerItMayStay() {
        SettingsAddress settings = standingWith(operator);
        Address joined = own.register(settings).get().address();
        Array<Signer> both = own.account(joined).get().settings().roster().signers();

        assertTrue(own.build(new BuildRequest.ChangeSettings(
                        joined,
                        Array.of(
                                new SettingsEdit.ReplaceSigners(both),
                                new SettingsEdit.SetTimeLock(new TimeLock(5))),
                        new Authority.Vote(Array.of(ann)),
                        LeaversLimits.REFUSE,
                        BuildOptions.DEFAULT))
                .isRight());
    }

    /** The settings of an account of ann and another one, which somebody else's software made. */
    private SettingsAddress standingWith(Address other) {
        TestKey create = TestKey.of("elsewhere");
        TransactionPlan built = elsewhere()
                .build(new BuildRequest.CreateAccount(
                        create.address(), ann, Command.CreateAccount.ofEquals(1, ann, other), BuildOptions.DEFAULT))
                .get();
        assertTrue(fixture.devnet.send(KeyRing.of(fixture.ann, create).sign(built.single().unsigned().transaction())).isRight());
        return built.account().settings();
    }

    @Test
    void itSpendsWithinNoLimit() {
        BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SPENDER, operator));
        LimitTerms terms = limit(ann, operator);
        Authority vote = new Authority.Vote(Array.of(ann, fixture.bob.address()));
        TransactionPlan fine =
                own.build(new BuildRequest.AddLimit(account, limit(ann), vote, BuildOptions.DEFAULT)).get();
        assertTrue(fixture.devnet.send(fixture.signed(fine)).isRight());

        assertEquals(Either.left(refused), own.build(new BuildRequest.AddLimit(account, terms, vote, BuildOptions.DEFAULT)));
        assertEquals(
                Either.left(refused),
                own.build(new BuildRequest.ReplaceLimit(
                        account, fine.limit().get(), limit(operator), vote, BuildOptions.DEFAULT)));
        assertEquals(Either.left(refused), own.validate(new BuildRequest.AddLimit(account, terms, vote, BuildOptions.DEFAULT)));
    }

    /** An account may be its own admin, or another's; then its transactions change settings. */
    @Test
    void adminTransactionsEmpowerNeitherOperatorNorKeylessAddress() {
        AccountRef itself = selfGoverned();
        Address keyless = itself.settings().address();
        Address rivals = fixture.account(RIVAL);
        for (var given : Array.of(
                with(handOver(itself, operator), new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, operator))),
                with(handOver(itself, keyless), new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, keyless))),
                with(handOver(itself, rivals), new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, rivals))),
                with(
                        change(itself, new SettingsAction.AddSigner(new Signer(operator, Permissions.ALL))),
                        new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SIGNER, operator))),
                with(creating(TestKey.of("fresh"), itself.address(), operator), new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, operator))),
                with(
                        change(
                                itself,
                                new SettingsAction.AddSpendingLimit(
                                        SquadsV4Program.PUBLIC.limitAddress(itself, limit(operator).createKey()), limit(operator))),
                        new BuildRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.SPENDER, operator))))) {
            Bytes transaction = fixture.unsigned(itself.address(), given.instruction());
            for (BuildRequest request : Array.of(
                    new BuildRequest.Prepare(itself.address(), transaction, Array.of(ann), BuildOptions.DEFAULT),
                    new BuildRequest.Propose(
                            itself.address(), new Proposable.Transaction(transaction), ann, BuildOptions.DEFAULT))) {
                assertEquals(Either.left(given.refusal()), own.build(request));
            }
        }
        Bytes fine = fixture.unsigned(itself.address(), handOver(itself, ann));
        assertTrue(own.build(new BuildRequest.Prepare(itself.address(), fine, Array.of(ann), BuildOptions.DEFAULT))
                .isRight());
    }

    /** What is told of a rival's account beside another fault is told of an address that is nobody's as well. */
    @Test
    void otherFaultsDoNotRevealAccountsOfOtherTenants() {
        AccountRef itself = selfGoverned();
        Address nowhere = TestKey.of("nowhere").address();
        for (Address next : Array.of(itself.settings().address(), fixture.account(RIVAL))) {
            Bytes transaction = fixture.unsigned(itself.address(), handOver(itself, next));
            for (BuildRequest request : Array.of(
                    new BuildRequest.Prepare(
                            itself.address(), transaction, Array.of(ann), BuildOptions.DEFAULT.withNonce(nowhere)),
                    new BuildRequest.Propose(
                            itself.address(),
                            new Proposable.Transaction(transaction),
                            ann,
                            BuildOptions.DEFAULT.withNonce(nowhere)))) {
                assertEquals(
                        Either.left(new BuildRefusal.Several(Array.of(
                                new BuildRefusal.Reviewed(new ReviewFinding.NonceNotAllowed(0, nowhere)),
                                new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, next))))),
                        own.build(request));
            }
        }
    }

    @Test
    void contentTheOperatorWouldSignIsNeitherProposedNorApproved() {
        Bytes transaction = fixture.unsigned(
                account,
                SystemProgram.transfer(account, ann, BaseUnits.of(1)),
                SystemProgram.transfer(operator, ann, BaseUnits.of(1)));
        BuildRequest proposal = new BuildRequest.Propose(
                account, new Proposable.Transaction(transaction), ann, BuildOptions.DEFAULT);
        BuildRefusal refused = new BuildRefusal.Reviewed(new ReviewFinding.OperatorSigns(operator));

        assertEquals(Either.left(refused), own.build(proposal));

        Custody elsewhere = elsewhere();
        assertTrue(elsewhere.register(own.account(account).get().ref().settings()).isRight());
        TransactionPlan proposed = elsewhere.build(proposal).get();
        SubmissionRefusal notTaken = new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorSigns(operator));
        assertEquals(Either.left(notTaken), submit(account, proposed));
        assertTrue(fixture.devnet.send(fixture.signed(proposed)).isRight());
        BuildRequest approval = new BuildRequest.CastVotes(account, 1, Vote.APPROVE, Array.of(ann), BuildOptions.DEFAULT);
        assertEquals(Either.left(refused), own.build(approval));
        assertEquals(Either.left(notTaken), submit(account, elsewhere.build(approval).get()));
        assertTrue(own.build(new BuildRequest.CastVotes(account, 1, Vote.REJECT, Array.of(ann), BuildOptions.DEFAULT))
                .isRight());
    }

    /** No builder here makes such bytes, but bytes can be changed before they are signed. */
    @Test
    void transactionsThatEmpowerTheOperatorAreNotSubmitted() {
        Custody elsewhere = elsewhere();
        Address governed = governed();
        SettingsAddress settings = standingWith(operator);
        Address joined = own.register(settings).get().address();
        for (Address known : Array.of(account, governed, joined)) {
            assertTrue(elsewhere.register(own.account(known).get().ref().settings()).isRight());
        }
        Array<SettingsEdit> joins = Array.of(new SettingsEdit.AddSigners(Array.of(new Signer(operator, Permissions.ALL))));
        Authority vote = new Authority.Vote(Array.of(ann, fixture.bob.address()));
        BuildOptions plain = BuildOptions.DEFAULT;

        for (Tuple2<Role, BuildRequest.OnAccount> request : Array.<Tuple2<Role, BuildRequest.OnAccount>>of(
                Tuple.of(Role.SIGNER, new BuildRequest.ChangeSettings(account, joins, vote, LeaversLimits.REFUSE, plain)),
                Tuple.of(Role.SIGNER, new BuildRequest.Propose(account, new Proposable.Settings(joins, LeaversLimits.REFUSE), ann, plain)),
                Tuple.of(Role.SPENDER, new BuildRequest.AddLimit(account, limit(operator), vote, plain)),
                Tuple.of(Role.SIGNER, new BuildRequest.ChangeSettings(governed, joins, new Authority.Admin(), LeaversLimits.REFUSE, plain)),
                Tuple.of(Role.SPENDER, new BuildRequest.AddLimit(governed, limit(operator), new Authority.Admin(), plain)),
                Tuple.of(Role.ADMIN, new BuildRequest.HandOverAdmin(governed, new AdminControl.HeldBy(operator), plain)))) {
            assertEquals(
                    Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorAppointed(request._1, operator))),
                    submit(request._2.account(), elsewhere.build(request._2).get()),
                    request::toString);
        }
        Signer observer = new Signer(operator, Permissions.NONE);
        TransactionPlan fewerRights = elsewhere
                .build(new BuildRequest.ChangeSettings(
                        joined,
                        Array.of(new SettingsEdit.ReplaceSigners(Array.of(new Signer(ann, Permissions.ALL), observer))),
                        new Authority.Vote(Array.of(ann)),
                        LeaversLimits.REFUSE,
                        plain))
                .get();
        assertTrue(submit(joined, fewerRights).isRight(), "where others made it a signer its rights may be taken away");
    }

    @Test
    void creationsThatEmpowerTheOperatorAreNotSubmitted() {
        TestKey create = TestKey.of("fresh");
        Address fresh = own.build(new BuildRequest.CreateAccount(
                        create.address(), ann, fixture.administeredBy(fixture.bob.address()), BuildOptions.DEFAULT))
                .get()
                .account()
                .address();
        Bytes changed = fixture.keys.with(create).sign(fixture.unsigned(ann, creating(create, ann, operator)));

        assertEquals(
                Either.left(new SubmissionRefusal.Reviewed(new ReviewFinding.OperatorAppointed(Role.ADMIN, operator))),
                own.submit(fresh, changed, Array.empty(), new Retry.Unnamed()));
    }

    /** With a memo that no builder here would write. */
    private static Instruction creating(TestKey createKey, Address creator, Address admin) {
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        return InstructionCodec.V4.encode(new MultisigCreateV2(
                program.creationTermsAddress(),
                creator,
                program.locate(createKey.address()).settings(),
                createKey.address(),
                creator,
                Option.some(admin),
                1,
                Array.of(new Signer(creator, Permissions.ALL)),
                0,
                Option.none(),
                Option.some("\u0007")));
    }

    private Either<SubmissionRefusal, Submission> submit(Address to, TransactionPlan built) {
        return fixture.service(ACME).submit(to, fixture.signed(built), Array.empty(), new Retry.Unnamed());
    }

    @Test
    void theOperatorIsNotAPossibleSigner() {
        assertFalse(fixture.service(ACME).canSign(operator));
        assertTrue(fixture.service(ACME).canSign(ann));
    }

    /** Somebody else's software, which knows no operator. */
    private Custody elsewhere() {
        return CustodyEngine.builder()
                .network(Network.DEVNET)
                .chain(fixture.devnet)
                .formats(Solana.SQUADS_V4)
                .journal(new InMemoryJournal())
                .clock(() -> ServiceFixture.START)
                .build();
    }

    private record Given(Instruction instruction, BuildRefusal refusal) {}

    private static Given with(Instruction instruction, BuildRefusal refusal) {
        return new Given(instruction, refusal);
    }

    private static Instruction handOver(AccountRef account, Address next) {
        return SquadsV4Program.PUBLIC.encode(
                account,
                new Operation.HandOver(account.address(), account.address(), new AdminControl.HeldBy(next), Option.none()));
    }

    private static Instruction change(AccountRef account, SettingsAction action) {
        return SquadsV4Program.PUBLIC.encode(
                account, new Operation.ChangeAsAdmin(account.address(), account.address(), action, Option.none()));
    }

    private static LimitTerms limit(Address... spenders) {
        return LimitTerms.of(
                TestKey.of("limit of " + Array.of(spenders)).address(),
                new Token.Sol(),
                BaseUnits.of(1),
                Period.DAY,
                Array.of(spenders));
    }

    /** An account of ann's that has a key for its admin. */
    private Address governed() {
        return fixture.service(ACME)
                .create(ACME.keyLine(), new CreationOrder(fixture.administeredBy(ann)), new Retry.Unnamed())
                .get()
                .account()
                .address();
    }

    /** An account of ann's that is its own admin. */
    private AccountRef selfGoverned() {
        Address governed = governed();
        fixture.devnet.fund(governed, BaseUnits.of(ServiceFixture.SOL));
        TransactionPlan handOver = own.build(new BuildRequest.HandOverAdmin(
                        governed, new AdminControl.HeldBy(governed), BuildOptions.DEFAULT))
                .get();
        assertTrue(fixture.devnet.send(fixture.signed(handOver)).isRight());
        return own.account(governed).get().ref();
    }
}
