package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.review.GrantedRole.Role;
import dev.mandate.engine.Engines;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.CreationRefusal;
import dev.mandate.ports.api.tenant.Readiness.Health;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.TenantAccount;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.api.transfer.TransferQuery;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What belongs to one tenant is to another as if it were not there. */
class TenancyTest {

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final Address account = fixture.account(ACME);
    private final Address ann = fixture.ann.address();
    private final Custody own = fixture.service(ACME);
    private final Custody rivals = fixture.service(RIVAL);
    private final Custody onMainnet = fixture.onMainnet(ACME);

    @Test
    void everyReadingOfAnothersAccountFindsNone() {
        Either<BuildRefusal, Object> unknown = Either.left(new BuildRefusal.UnknownAccount(account));
        for (Custody custody : Array.of(rivals, onMainnet)) {
            assertEquals(unknown, custody.account(account));
            assertEquals(unknown, custody.transaction(account, 1));
            assertEquals(unknown, custody.transactions(account, OptionalLong.empty(), 10));
            assertEquals(unknown, custody.balances(account));
            assertEquals(unknown, custody.transfers(account, TransferQuery.newest(10)));
            assertEquals(unknown, custody.limits(account));
        }
        assertTrue(own.account(account).isRight());
    }

    @Test
    void everyBuilderOnAnothersAccountFindsNone() {
        Address limit = TestKey.of("limit").address();
        LimitTerms terms = LimitTerms.of(limit, new Token.Sol(), BaseUnits.of(1), Period.DAY, Array.of(ann));
        Authority vote = new Authority.Vote(Array.of(ann));
        BuildOptions plain = BuildOptions.DEFAULT;
        Bytes transaction = Bytes.of((byte) 1);
        Array<BuildRequest> requests = Array.of(
                new BuildRequest.ChangeSettings(
                        account, Array.of(new SettingsEdit.SetTimeLock(TimeLock.NONE)), vote, LeaversLimits.REFUSE, plain),
                new BuildRequest.HandOverAdmin(account, new AdminControl.None(), plain),
                new BuildRequest.AddPolicySigner(account, plain),
                new BuildRequest.RemovePolicySigner(account, plain),
                new BuildRequest.CreateNonceAccount(account, limit, ann, plain),
                new BuildRequest.AddLimit(account, terms, vote, plain),
                new BuildRequest.RemoveLimit(account, limit, vote, plain),
                new BuildRequest.ReplaceLimit(account, limit, terms, vote, plain),
                new BuildRequest.UseLimit(account, limit, ann, ann, BaseUnits.of(1), plain),
                new BuildRequest.Prepare(account, transaction, Array.of(ann), plain),
                new BuildRequest.Transfer(account, ann, new Token.Sol(), BaseUnits.of(1), Array.of(ann), plain),
                new BuildRequest.Propose(account, new Proposable.Transaction(transaction), ann, plain),
                new BuildRequest.Activate(account, 1, ann, plain),
                new BuildRequest.CastVotes(account, 1, Vote.APPROVE, Array.of(ann), plain),
                new BuildRequest.Execute(account, 1, Array.of(ann), plain),
                new BuildRequest.Close(account, 1, ann, plain));
        assertEquals(
                BuildRequest.OnAccount.class.getPermittedSubclasses().length, requests.length(), "all there are");
        for (BuildRequest request : requests) {
            for (Custody custody : Array.of(rivals, onMainnet)) {
                assertEquals(Either.left(new BuildRefusal.UnknownAccount(account)), custody.build(request));
            }
        }
    }

    @Test
    void registeringAnAccountGivesAccessToThatTenantOnly() {
        SettingsAddress settings = own.account(account).get().ref().settings();

        assertEquals(account, rivals.register(settings).get().address());

        assertTrue(rivals.account(account).isRight());
        assertEquals(
                Array.of(TenantAccount.Origin.IMPORTED), held(fixture.service(RIVAL)).map(TenantAccount::origin));
        assertTrue(fixture.service(ServiceFixture.caller("third", 3)).account(account).isLeft());
        assertEquals(account, own.register(settings).get().address());
        assertEquals(
                Array.of(TenantAccount.Origin.CREATED), held(fixture.service(ACME)).map(TenantAccount::origin), "as before");
        assertTrue(onMainnet.register(settings).isLeft(), "it is not on that chain");
        assertTrue(onMainnet.account(account).isLeft());
    }

    @Test
    void pagesListOnlyTheTenantsAccounts() {
        for (int i = 0; i < 4; i++) {
            assertTrue(fixture.service(ACME).create(ACME.keyLine(), fixture.order(), new Retry.Unnamed()).isRight());
        }
        Address rivalsOwn = fixture.account(RIVAL);

        Page<TenantAccount> first = fixture.service(ACME).accounts(3);
        Page<TenantAccount> second = fixture.service(ACME)
                .accounts(first.items().last().ref().address(), 3);

        Array<Address> listed =
                first.items().appendAll(second.items()).map(held -> held.ref().address()).toArray();
        assertEquals(5, listed.distinct().length());
        assertEquals(listed.sortBy(Address::toString), listed);
        assertTrue(first.hasMore());
        assertTrue(!second.hasMore());
        assertTrue(!listed.contains(rivalsOwn));
        assertEquals(Array.of(rivalsOwn), held(fixture.service(RIVAL)).map(held -> held.ref().address()));
        assertEquals(Array.empty(), held(fixture.onMainnet(ACME)));
        assertEquals(Array.empty(), held(fixture.service(ServiceFixture.caller("acm", 4))), "a name that begins alike");
    }

    @Test
    void refusedRolesDoNotRevealAccountsOfOtherTenants() {
        Address nobodys = own.account(account).get().ref().settings().address();
        Command.CreateAccount terms = Command.CreateAccount.ofEquals(1, ann);
        Address mine = fixture.account(RIVAL);
        for (Address derived : Array.of(account, nobodys)) {
            assertEquals(
                    Either.left(new BuildRefusal.NoKeyFor(derived)),
                    rivals.build(new BuildRequest.CreateAccount(
                            TestKey.of("fresh").address(), derived, terms, BuildOptions.DEFAULT)));
            assertEquals(
                    Either.left(new CreationRefusal.NotBuilt(new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, derived)))),
                    fixture.service(RIVAL)
                            .create(RIVAL.keyLine(), new CreationOrder(fixture.administeredBy(derived)), new Retry.Unnamed()));
            assertEquals(
                    Either.left(new BuildRefusal.Reviewed(new ReviewFinding.CannotSign(Role.ADMIN, derived))),
                    rivals.build(new BuildRequest.CreateAccount(
                            TestKey.of("fresh").address(), ann, fixture.administeredBy(derived), BuildOptions.DEFAULT)));
        }
        assertTrue(fixture.service(RIVAL)
                .create(RIVAL.keyLine(), new CreationOrder(fixture.administeredBy(mine)), new Retry.Unnamed())
                .isRight());
    }

    @Test
    void anAccountThatItsOwnersMakeIsTheirsOnceItHasLanded() {
        TestKey createKey = TestKey.of("own");
        TransactionPlan plan = rivals.build(new BuildRequest.CreateAccount(
                        createKey.address(), ann, Command.CreateAccount.ofEquals(1, ann), BuildOptions.DEFAULT))
                .get();
        Address created = plan.account().address();

        assertEquals(Array.empty(), held(fixture.service(RIVAL)));
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(created)), rivals.account(created));

        Bytes signed = KeyRing.of(createKey, fixture.ann).sign(plan.single().unsigned().transaction());
        Submission submitted = rivals.submit(created, signed, new IdempotencyKey("create")).get();
        assertInstanceOf(Submission.State.Confirmed.class, rivals.awaitFinal(submitted.id()).get().state());

        assertEquals(Array.of(created), held(fixture.service(RIVAL)).map(held -> held.ref().address()));
        assertEquals(created, rivals.account(created).get().ref().address());
        assertEquals(Either.left(new BuildRefusal.UnknownAccount(created)), own.account(created));
    }

    /** A transaction that creates an account is no way to another one. */
    @Test
    void aCreationIsSubmittedToItsOwnAccountAlone() {
        TransactionPlan plan = rivals.build(new BuildRequest.CreateAccount(
                        TestKey.of("own").address(), ann, Command.CreateAccount.ofEquals(1, ann), BuildOptions.DEFAULT))
                .get();
        Bytes signed = KeyRing.of(TestKey.of("own"), fixture.ann).sign(plan.single().unsigned().transaction());

        assertEquals(
                Either.left(new SubmissionRefusal.NotAsked(new BuildRefusal.UnknownAccount(account))),
                rivals.submit(account, signed, new IdempotencyKey("create")));
    }

    @Test
    void aNetworkThatIsNotServedHasNoDesk() {
        Engines devnetAlone = fixture.devnetAlone();

        assertTrue(devnetAlone.service(Network.MAINNET, ACME.tenant()).isEmpty());
        assertEquals(
                Option.some(fixture.operator.feePayer()), devnetAlone.feePayers().get(Network.DEVNET));
        assertEquals(Option.none(), devnetAlone.feePayers().get(Network.MAINNET));
        assertEquals(Health.ANSWERS, devnetAlone.readiness().all());
    }

    private static Array<TenantAccount> held(TenantService service) {
        return service.accounts(100).items().toArray();
    }
}
