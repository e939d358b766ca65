package dev.mandate.engine.authority;

import static dev.mandate.engine.authority.AuthorityFixture.ACME;
import static dev.mandate.engine.authority.AuthorityFixture.ANN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.access.Caller;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.Engines;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.ports.api.authority.AuthorityRefusal;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.simulator.journal.InMemoryJournal;
import dev.mandate.simulator.keys.TestKey;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** After a backup was put back an address gets the key and the account that it had, if the vault has the key. */
class SignInAfterRestoreTest {

    private AuthorityFixture fixture = new AuthorityFixture();
    private final P256KeyPair own = P256KeyPair.generate();

    @AfterEach
    void theJournalAgreesWithItself() {
        assertEquals(
                Array.empty(),
                LogVerifier.verify(fixture.journal.audit(), Engines.projections(), AuditTrust.NONE, () -> fixture.now).findings());
    }

    /** Ann, who has an account of which the journal knows nothing any more. */
    private SignedIn lost() {
        SignedIn ann = fixture.signIn().identity();
        assertEquals(Creation.Status.CREATED, ann.status());
        fixture.journal = new InMemoryJournal();
        return ann;
    }

    private static void assertSame(SignedIn before, SignedIn after) {
        assertEquals(before.user(), after.user());
        assertEquals(before.wallet(), after.wallet());
        assertEquals(before.signer(), after.signer());
        assertEquals(before.account(), after.account());
        assertEquals(Creation.Status.CREATED, after.status());
    }

    @ParameterizedTest
    @EnumSource(Purpose.class)
    void theNextSignInFindsKeyAndAccountAndPaysNothing(Purpose purpose) {
        SignedIn before = lost();
        long paid = fixture.lamports(fixture.operator.feePayer());

        assertSame(before, fixture.verify(fixture.ask(purpose), own).get());

        assertEquals(paid, fixture.lamports(fixture.operator.feePayer()));
        assertEquals(1, fixture.vault.keys());
        assertEquals(1, fixture.service().accounts(10).items().length());
        assertTrue(fixture.service().authorityOf(before.signer()).isDefined(), "the vault signs for it again");
        assertSame(before, fixture.verify(fixture.ask(Purpose.SIGN_IN), P256KeyPair.generate()).get());
    }

    /** The account had not landed: it is ordered at the same address. */
    @Test
    void anAccountThatNeverLandedIsMadeAtItsAddress() {
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        SignedIn before = fixture.engine(new FaultyChain(fixture.chain, ProcessFault.never(), () -> Line.LOST, sent -> {}), fixture.journal)
                .email(Network.DEVNET, ACME)
                .get()
                .verify(AuthorityFixture.request(code, own), new Retry.Unnamed())
                .get();
        assertEquals(Creation.Status.PENDING, before.status());
        fixture.journal = new InMemoryJournal();

        assertSame(before, fixture.verify(fixture.ask(Purpose.SIGN_IN), own).get());
    }

    @Test
    void anAddressThatTheVaultDoesNotKnowGetsNoMail() {
        var unused = lost();
        int mails = fixture.mailbox.size();

        assertTrue(start("nobody@example.com").isRight());
        assertEquals(1, fixture.deliver(IdentityRepository.MAIL_TOPIC));

        assertEquals(mails, fixture.mailbox.size());
    }

    @Test
    void whileTheVaultIsSilentNobodySignsInWhetherKnownOrNot() {
        var unused = fixture.signIn();
        fixture.vault.silent(true);

        assertInstanceOf(AuthorityRefusal.VaultSilent.class, start(ANN.text()).getLeft());
        assertInstanceOf(AuthorityRefusal.VaultSilent.class, start("nobody@example.com").getLeft());
        fixture.vault.silent(false);
        assertTrue(start(ANN.text()).isRight());
    }

    private Either<AuthorityRefusal, ?> start(String email) {
        return fixture.email()
                .start(new ChallengeRequest(new EmailAddress(email), Purpose.SIGN_IN, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
    }

    /** A vault of the same backup does not have the key either. Nobody could sign for the account, so the address gets another one. */
    @Test
    void withoutItsKeyAnAddressGetsAnotherAccount() {
        SignedIn before = lost();
        AuthorityPorts ports = fixture.ports();
        KeyVault other = (KeyVault) Proxy.newProxyInstance(
                KeyVault.class.getClassLoader(), new Class<?>[] {KeyVault.class}, (proxy, method, arguments) -> method.getName().equals("ensure")
                        ? Either.right(TestKey.of("the other key").address())
                        : method.invoke(ports.vault(), arguments));
        OneTimeCode code = fixture.ask(Purpose.REGISTER);
        EmailAuthorities email = fixture.engine(fixture.chain, fixture.journal, new AuthorityPorts(other, ports.keys(), ports.ids(), ports.email()))
                .email(Network.DEVNET, ACME)
                .get();

        SignedIn after = email.verify(AuthorityFixture.request(code, own), new Retry.Unnamed()).get();

        assertEquals(Creation.Status.CREATED, after.status());
        assertEquals(TestKey.of("the other key").address(), after.signer());
        assertNotEquals(before.account(), after.account());
    }

    /** So a vault does not tell that two tenants have the same user. */
    @Test
    void eachAddressHasAKeyOfItsOwnForEachTenant() {
        EmailAddress bob = new EmailAddress("bob@example.com");

        Array<ManagedKeyId> wallets = Array.of(wallet(ACME, ANN), wallet(ACME, bob), wallet(AuthorityFixture.RIVAL, ANN));

        assertEquals(3, wallets.distinct().length());
    }

    private ManagedKeyId wallet(Caller caller, EmailAddress email) {
        var unused = fixture.email(caller)
                .start(new ChallengeRequest(email, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), new Retry.Unnamed())
                .get();
        var unusedCount = fixture.deliver(IdentityRepository.MAIL_TOPIC);
        return fixture.email(caller)
                .verify(
                        new CodeRequest(
                                new Who.ByEmail(email), fixture.mailbox.getLast().code(), AuthorityFixture.spki(own), new SessionEnd.Default()),
                        new Retry.Unnamed())
                .get()
                .wallet();
    }

    @Test
    void aCrashBetweenAnyTwoStepsOfTheSignInFindsTheSameAccount() {
        int step = 0;
        boolean struck = true;
        while (struck) {
            fixture = new AuthorityFixture();
            SignedIn before = lost();
            long paid = fixture.lamports(fixture.operator.feePayer());
            OneTimeCode code = fixture.ask(Purpose.SIGN_IN);
            ProcessFault fault = ProcessFault.after(step);
            try {
                assertSame(
                        before,
                        fixture.engine(new FaultyChain(fixture.chain, fault, () -> Line.GOOD, sent -> {}), new CrashingJournal(fixture.journal, fault))
                                .email(Network.DEVNET, ACME)
                                .get()
                                .verify(AuthorityFixture.request(code, own), new Retry.Unnamed())
                                .get());
            } catch (Crash dead) {
                assertTrue(fault.isFulfilled());
            }

            assertSame(before, fixture.verify(code, own).get());
            assertEquals(paid, fixture.lamports(fixture.operator.feePayer()), "at step " + step);
            assertEquals(1, fixture.vault.keys(), "at step " + step);
            theJournalAgreesWithItself();
            struck = fault.isFulfilled();
            step++;
        }
        assertTrue(step > 8, "steps: " + step);
    }
}
