package dev.mandate.engine.tenant;

import static dev.mandate.engine.tenant.ServiceFixture.ACME;
import static dev.mandate.engine.tenant.ServiceFixture.RIVAL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.Engines;
import dev.mandate.engine.accounts.AccountFreezes;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.custody.Authority;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.LeaversLimits;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventPage;
import dev.mandate.ports.api.events.EventQuery;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.account.NonceAccount;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.ports.api.tenant.NonceRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nothing is built, signed or sent for an account that the operator has frozen. */
class FrozenAccountTest {

    private static final OperatorName OPS = new OperatorName("ops");
    private static final String WHY = "a key may have leaked";

    @RegisterExtension
    private final ServiceFixture fixture = new ServiceFixture();

    private final TenantService service = fixture.service(ACME);
    private final Address account = fixture.account(ACME);

    private AccountFreezes freezes() {
        return new AccountFreezes(fixture.journal, () -> fixture.now, Network.DEVNET);
    }

    /** Freezes it, and returns what is refused from now on. */
    private BuildRefusal freeze() {
        UnixTime since = fixture.now;
        assertTrue(freezes().freeze(account, OPS, WHY, Option.none()).isRight());
        fixture.now = fixture.now.plusSeconds(1);
        return new BuildRefusal.AccountFrozen(account, since, WHY);
    }

    private Either<SubmissionRefusal, Submission> submit(TenantService by, Bytes transaction) {
        return by.submit(account, transaction, Array.empty(), Array.empty(), new Retry.Unnamed());
    }

    private BuildRequest change() {
        return new BuildRequest.ChangeSettings(
                account,
                Array.of(new SettingsEdit.SetTimeLock(new TimeLock(60))),
                new Authority.Vote(Array.of(fixture.ann.address(), fixture.bob.address())),
                LeaversLimits.REFUSE,
                BuildOptions.DEFAULT);
    }

    @Test
    void buildersDryRunsAndSubmitAreRefusedAlikeAndReadsGoOn() {
        Bytes signed = fixture.signed(service.build(change()).get());

        BuildRefusal frozen = freeze();

        assertEquals(Either.left(frozen), service.build(change()));
        assertEquals(Either.left(frozen), service.validate(change()));
        assertEquals(Either.left(new SubmissionRefusal.NotAsked(frozen)), submit(service, signed));
        assertTrue(service.account(account).isRight());
        assertTrue(service.balances(account).isRight());
        assertTrue(service.limits(account).isRight());
    }

    @Test
    void aThawEndsIt() {
        Bytes signed = fixture.signed(service.build(change()).get());
        var unused = freeze();

        assertTrue(freezes().thaw(account, OPS, Option.none()).isRight());
        fixture.now = fixture.now.plusSeconds(1);

        assertTrue(service.build(change()).isRight());
        ServiceFixture.assertConfirmed(submit(service, signed).get());
    }

    @Test
    void aFreezeBetweenTheCheckAndTheRecordOfASubmissionCounts() {
        Bytes signed = fixture.signed(service.build(change()).get());

        SubmissionRefusal refused = submit(overtaken(), signed).getLeft();

        assertInstanceOf(BuildRefusal.AccountFrozen.class, ((SubmissionRefusal.NotAsked) refused).why());
        assertEquals(0L, service.account(account).get().settings().timeLock().seconds());
    }

    @Test
    void aFreezeBetweenTheCheckAndTheRecordOfAnIntentCounts() {
        Address nonce = TestKey.of("town/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, fixture.ann.address(), new Blockhash(Bytes32.of(nonce.toArray())), BaseUnits.of(5_000));
        fixture.devnet.put(nonce, new AccountData(BaseUnits.of(ServiceFixture.SOL), SystemProgram.ID, content.encode(), false));
        Intent intent = new Intent(
                Network.DEVNET,
                account,
                IntentTerms.of("nonce_account_allow").with("nonce_account", nonce.toString()),
                new IntentNonce("0123456789abcdef".repeat(2)),
                fixture.now.plusSeconds(600));
        SignedIntent signed = new SignedIntent(
                intent.content(),
                intent.nonce(),
                intent.expiresAt(),
                Array.of(fixture.ann, fixture.bob).map(key -> new SignedIntent.By(key.address(), key.sign(intent.bytes()).bytes())));

        NonceRefusal refused = overtaken().nonces().allow(account, nonce, signed, new Retry.Unnamed()).getLeft();

        assertInstanceOf(BuildRefusal.AccountFrozen.class, ((NonceRefusal.NotRead) refused).why());
        assertEquals(Array.empty(), service.nonces().of(account).get());
        assertTrue(freezes().thaw(account, OPS, Option.none()).isRight());
        fixture.now = fixture.now.plusSeconds(1);
        assertEquals(Either.right(nonce), service.nonces().allow(account, nonce, signed, new Retry.Unnamed()));
    }

    /** An instance before the first record of which the account is frozen. */
    private TenantService overtaken() {
        return fixture.engine(
                        fixture.devnet,
                        new CrashingJournal(fixture.journal, ProcessFault.interrupted(0, () -> {
                            var unused = freeze();
                        })),
                        ServiceFixture.GENEROUS)
                .service(Network.DEVNET, ACME.tenant())
                .get();
    }

    @Test
    void whatWasSubmittedBeforeIsStillAnswered() {
        Bytes signed = fixture.signed(service.build(change()).get());
        Submission landed = submit(service, signed).get();

        var unused = freeze();

        assertEquals(Either.right(landed), submit(service, signed));
        assertEquals(Option.some(landed), service.submission(landed.id()));
    }

    @Test
    void aTenantThatImportsItLaterIsHeldToo() {
        BuildRefusal frozen = freeze();
        TenantService rival = fixture.service(RIVAL);

        assertTrue(rival.importAccount(service.account(account).get().ref().settings(), new Retry.Unnamed()).isRight());

        assertEquals(Either.left(frozen), rival.build(change()));
    }

    @Test
    void anotherNetworkIsNotConcerned() {
        assertTrue(new AccountFreezes(fixture.journal, () -> fixture.now, Network.MAINNET).freeze(account, OPS, WHY, Option.none()).isRight());
        fixture.now = fixture.now.plusSeconds(1);

        assertTrue(service.build(change()).isRight());
    }

    @Test
    void eachTenantThatHoldsItIsToldOnceAndAnotherIsNot() {
        assertTrue(fixture.service(RIVAL).importAccount(service.account(account).get().ref().settings(), new Retry.Unnamed()).isRight());
        var unused = freeze();
        assertTrue(freezes().thaw(account, OPS, Option.none()).isRight());
        assertTrue(freezes().thaw(account, OPS, Option.none()).isLeft());

        for (Tenant tenant : Array.of(ACME.tenant(), RIVAL.tenant())) {
            assertEquals(
                    Array.of(
                            new EventData.FreezeChanged(EventType.ACCOUNT_FROZEN, account, OPS, Option.some(WHY)),
                            new EventData.FreezeChanged(EventType.ACCOUNT_THAWED, account, OPS, Option.none())),
                    events(tenant).map(CustodyEvent::data).filter(EventData.FreezeChanged.class::isInstance));
        }
        assertEquals(2, events(ACME.tenant()).appendAll(events(RIVAL.tenant()))
                .filter(event -> event.type() == EventType.ACCOUNT_FROZEN)
                .map(CustodyEvent::id)
                .distinct()
                .length());
        assertEquals(Array.empty(), events(new Tenant("stranger")));
    }

    private Array<CustodyEvent> events(Tenant tenant) {
        return fixture.engine().events(tenant).page(new EventQuery(0, EventQuery.MAX_LIMIT)).get().events();
    }

    /** Rows of one batch fit into a commit, however many tenants an event is told to. */
    @Test
    void hundredsOfTenantsAreTold() {
        Array<Tenant> many = Array.range(0, 350).map(number -> new Tenant("tenant-" + number));
        Engines engine = fixture.engine();
        SettingsAddress settings = service.account(account).get().ref().settings();
        many.forEach(tenant -> assertTrue(
                engine.service(Network.DEVNET, tenant).get().importAccount(settings, new Retry.Unnamed()).isRight()));

        var unused = freeze();

        EventQuery all = new EventQuery(0, EventQuery.MAX_LIMIT);
        Array<EventPage> unread = Array.fill(20, () -> engine.events(ACME.tenant()).page(all).get());
        assertEquals(
                many.length(),
                many.count(tenant -> engine.events(tenant).page(all).get().events().exists(event -> event.type() == EventType.ACCOUNT_FROZEN)));
        assertFalse(unread.last().hasMore());
    }
}
