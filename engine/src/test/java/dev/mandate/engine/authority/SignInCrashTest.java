package dev.mandate.engine.authority;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Network;
import dev.mandate.engine.audit.AuditTrust;
import dev.mandate.engine.audit.LogVerifier;
import dev.mandate.engine.faults.Crash;
import dev.mandate.engine.faults.CrashingJournal;
import dev.mandate.engine.faults.FaultyChain;
import dev.mandate.engine.faults.FaultyChain.Line;
import dev.mandate.engine.faults.ProcessFault;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.testsupport.extent.TestExtent;
import io.vavr.collection.Array;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A right code makes one key and one account, paid once, whatever happens between two steps. */
@Tag("counted")
class SignInCrashTest {

    /** What happens at a step: it gets the fixture and the request's code and key. */
    private interface Interruption {
        ProcessFault at(int step, AuthorityFixture fixture, OneTimeCode code, P256KeyPair own);
    }

    @Test
    void aCrashBetweenAnyTwoStepsLosesNothingAndDoublesNothing() {
        atEveryStep((step, fixture, code, own) -> ProcessFault.after(step), (fixture, code, own) -> fixture.verify(code, own).get());
    }

    @Test
    void workersCreateTheAccountAfterACrashBeforeTheNextSignIn() {
        atEveryStep((step, fixture, code, own) -> ProcessFault.after(step), (fixture, code, own) -> {
            var unusedCount = fixture.deliver(IdentityRepository.ACCOUNT_TOPIC);
            return fixture.verify(fixture.ask(Purpose.REGISTER), own).get();
        });
    }

    @Test
    void aSecondInstanceBetweenAnyTwoStepsChangesNothing() {
        atEveryStep(
                (step, fixture, code, own) -> ProcessFault.interrupted(step, () -> {
                    SignedIn other = fixture.verify(code, own).get();
                    assertEquals(Creation.Status.CREATED, other.status());
                }),
                (fixture, code, own) -> fixture.verify(code, own).get());
    }

    private interface Repetition {
        SignedIn of(AuthorityFixture fixture, OneTimeCode code, P256KeyPair own);
    }

    private static void atEveryStep(Interruption interruption, Repetition repetition) {
        long cost = cost();
        int step = 0;
        boolean struck = true;
        while (struck) {
            AuthorityFixture fixture = new AuthorityFixture();
            P256KeyPair own = P256KeyPair.generate();
            OneTimeCode code = fixture.ask(Purpose.REGISTER);
            ProcessFault fault = interruption.at(step, fixture, code, own);
            long before = fixture.lamports(fixture.operator.feePayer());
            verify(fixture, fault, code, own);

            SignedIn repeated = repetition.of(fixture, code, own);

            assertEquals(Creation.Status.CREATED, repeated.status(), "at step " + step);
            assertEquals(
                    Array.of(repeated.account()),
                    fixture.service().accounts(10).items().map(held -> held.ref().address()).toArray());
            assertEquals(1, fixture.vault.keys(), "at step " + step);
            assertEquals(cost, before - fixture.lamports(fixture.operator.feePayer()), "at step " + step);
            assertEquals(
                    Array.empty(),
                    LogVerifier.verify(fixture.journal.audit(), Engines.projections(), AuditTrust.NONE, () -> fixture.now).findings());
            struck = fault.isFulfilled();
            step += TestExtent.stride(3);
        }
        assertTrue(step > 12, "steps: " + step);
    }

    private static long cost() {
        AuthorityFixture fixture = new AuthorityFixture();
        long before = fixture.lamports(fixture.operator.feePayer());
        var unused = fixture.signIn();
        return before - fixture.lamports(fixture.operator.feePayer());
    }

    private static void verify(AuthorityFixture fixture, ProcessFault fault, OneTimeCode code, P256KeyPair own) {
        FaultyChain line = new FaultyChain(fixture.chain, fault, () -> Line.GOOD, sent -> {});
        try {
            var answer = fixture.engine(line, new CrashingJournal(fixture.journal, fault))
                    .email(Network.DEVNET, AuthorityFixture.ACME)
                    .get()
                    .verify(AuthorityFixture.request(code, own), new Retry.Unnamed());
            assertTrue(answer.isRight(), () -> "refused: " + answer);
        } catch (Crash dead) {
            assertTrue(fault.isFulfilled());
        }
    }
}
