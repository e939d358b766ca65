package dev.mandate.engine.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.engine.Engines;
import dev.mandate.engine.faults.Tampering;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.FilterTerms;
import dev.mandate.ports.api.tenant.TenantService;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.programs.account.NonceAccount;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import org.junit.jupiter.api.Test;

/** A record that is gone, or an older one, never means "no rule". */
class MissingRecordsTest {

    private static final Set<String> NAMED = HashSet.of("account-filters", "allowed-nonces", "policy-signer", "engine-limit", "policy-key");

    private final EngineLimitFixture fixture = new EngineLimitFixture();
    private final TestKey ann = fixture.ann;
    private final TestKey admin = TestKey.of("missing/admin");
    private final Address account = fixture.account;
    private final Address voted = voted();
    private final Address nonce = nonce();
    private final SignedIntent allowing = intent("nonce_account_allow");
    private final Bytes signed;

    /** Two versions of the filters and of the nonces, a limit with an open use, and votes of the engine in another account. */
    MissingRecordsTest() {
        signed = fixture.keys.sign(fixture.service().build(transfer(account)).get().single().unsigned().transaction());
        filter(FilterEffect.ALLOW);
        filter(FilterEffect.ALLOW, TransactionFilter.of("tokens", FilterEffect.DENY, TokenProgram.TOKEN.id()));
        assertTrue(fixture.service().nonces().allow(account, nonce, allowing, new Retry.Unnamed()).isRight());
        assertTrue(fixture.service()
                .nonces()
                .withdraw(account, nonce, intent("nonce_account_withdraw"), new Retry.Unnamed())
                .isRight());
        assertTrue(fixture.reserve(fixture.grant(fixture.terms(PolicyPeriod.YEAR, 10)), 1).isRight());
        assertTrue(fixture.service().build(new BuildRequest.AddPolicySigner(voted, BuildOptions.DEFAULT)).isRight());
    }

    private Address voted() {
        Command.CreateAccount plain = Command.CreateAccount.ofEquals(1, ann.address());
        CreationOrder order = new CreationOrder(new Command.CreateAccount(
                plain.signers(), plain.threshold(), plain.timeLock(), new AdminControl.HeldBy(admin.address()), plain.rentCollector()));
        fixture.control.fund(admin.address(), BaseUnits.of(EngineLimitFixture.SOL));
        Address made = fixture.service().create(EngineLimitFixture.ACME.keyLine(), order, new Retry.Unnamed()).get().account().address();
        fixture.control.fund(made, BaseUnits.of(10 * EngineLimitFixture.SOL));
        return made;
    }

    private Address nonce() {
        Address address = TestKey.of("missing/nonce").address();
        NonceAccount content = new NonceAccount(
                NonceAccount.Version.CURRENT, ann.address(), new Blockhash(Bytes32.of(address.toArray())), BaseUnits.of(5_000));
        fixture.control.put(
                address, new AccountData(BaseUnits.of(EngineLimitFixture.SOL), SystemProgram.ID, content.encode(), false));
        return address;
    }

    private SignedIntent intent(String action) {
        return fixture.intent(ann, IntentTerms.of(action).with("nonce_account", nonce.toString()));
    }

    private void filter(FilterEffect unmatched, TransactionFilter... filters) {
        long version = fixture.service().filters().of(account).get().version();
        IntentTerms terms = FilterTerms.of(unmatched, Array.of(filters), version);
        assertTrue(fixture.service()
                .filters()
                .change(account, unmatched, Array.of(filters), version, fixture.intent(ann, terms), new Retry.Unnamed())
                .isRight());
    }

    private BuildRequest transfer(Address from) {
        return new BuildRequest.Transfer(
                from, fixture.shop, new Token.Sol(), BaseUnits.of(1), Array.of(ann.address()), BuildOptions.DEFAULT);
    }

    private Array<StreamId> streams(String kind) {
        return Array.ofAll(fixture.journal.events(0, Journal.MAX_PAGE).items())
                .map(RecordedEvent::stream)
                .distinct()
                .filter(stream -> stream.kind().equals(kind));
    }

    private TenantService after(Tampering tampering, StreamId stream) {
        return EngineLimitFixture.service(fixture.engine(
                fixture.chain, tampering.of(fixture.journal, stream, Engines.projections()), fixture::now));
    }

    @Test
    void theJournalIsUsedAsLongAsNothingIsMissing() {
        fixture.assertLogIsSound();
        assertTrue(fixture.service().build(transfer(account)).isRight());
        assertTrue(fixture.service().limits(account).isRight());
    }

    @Test
    void nothingIsBuiltShownOrSubmittedWhileARecordThatTheAccountNamesIsMissingOrOlder() {
        for (String kind : NAMED) {
            StreamId stream = streams(kind).single();
            Address of = kind.equals("policy-signer") ? voted : account;
            for (Tampering tampering : Tampering.values()) {
                TenantService service = after(tampering, stream);
                String what = kind + " " + tampering;
                assertThrows(JournalDamagedException.class, () -> service.build(transfer(of)), what);
                assertThrows(JournalDamagedException.class, () -> service.filters().of(of), what);
                assertThrows(JournalDamagedException.class, () -> service.nonces().of(of), what);
                assertThrows(JournalDamagedException.class, () -> service.limits(of), what);
                if (of.equals(account)) {
                    assertThrows(
                            JournalDamagedException.class,
                            () -> service.submit(of, signed, Array.empty(), Array.empty(), new Retry.Unnamed()),
                            what);
                }
            }
        }
    }

    @Test
    void anIntentWhoseRecordIsMissingIsNotTakenAgain() {
        StreamId spent = streams("intent").find(stream -> stream.id().endsWith(allowing.nonce().toString())).get();
        for (Tampering tampering : Tampering.values()) {
            assertThrows(
                    JournalDamagedException.class,
                    () -> after(tampering, spent).nonces().allow(account, nonce, allowing, new Retry.Unnamed()));
        }
    }

    @Test
    void withoutItsOwnRecordAnAccountIsNobodysAndAnOlderRecordOpensNothing() {
        StreamId row = streams("tenant-account").find(stream -> stream.id().endsWith(account.toString())).get();
        Array.of(Tampering.values()).filter(Tampering::keepsEvents).forEach(tampering ->
                assertThrows(JournalDamagedException.class, () -> after(tampering, row).build(transfer(account))));
        assertInstanceOf(
                BuildRefusal.UnknownAccount.class,
                after(Tampering.ROW_AND_EVENTS_REMOVED, row).build(transfer(account)).getLeft());
        assertEquals(
                fixture.service().filters().of(account),
                after(Tampering.ROW_AND_EVENTS_PUT_BACK, row).filters().of(account));
    }

    @Test
    void nothingDependsOnALimitThatIsOver() {
        Address once = fixture.grant(fixture.terms(PolicyPeriod.ONE_TIME, 10));
        fixture.spend(once, 10);
        assertTrue(fixture.limit(once).ended().isDefined());

        StreamId over = streams("engine-limit").find(stream -> stream.id().endsWith(once.toString())).get();
        assertTrue(after(Tampering.ROW_AND_EVENTS_REMOVED, over).build(transfer(account)).isRight());
    }
}
