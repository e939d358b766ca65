package dev.mandate.engine.authority;

import static dev.mandate.engine.authority.AuthorityFixture.ACME;
import static dev.mandate.engine.authority.AuthorityFixture.ANN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.client.P256KeyPair;
import dev.mandate.client.Secp256k1KeyPair;
import dev.mandate.domain.authority.EmailAddress;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.authority.IdentityCommand.Purpose;
import dev.mandate.domain.authority.SessionEnd;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.engine.Engines;
import dev.mandate.ports.api.authority.EmailAuthorities;
import dev.mandate.ports.api.authority.EmailAuthorities.ChallengeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.CodeRequest;
import dev.mandate.ports.api.authority.EmailAuthorities.SignedIn;
import dev.mandate.ports.api.authority.EmailAuthorities.StartedChallenge;
import dev.mandate.ports.api.authority.EmailAuthorities.Who;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.journal.RowScan;
import dev.mandate.ports.spi.keys.TokenHash;
import dev.mandate.simulator.keys.TestTokenHash;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

/** Users and keys from before the operator's secret was replaced stay who they are. */
class SignInAfterRotationTest {

    private static final EmailAddress BOB = new EmailAddress("bob@example.com");

    private final AuthorityFixture fixture = new AuthorityFixture();

    /** The hash under a second secret. */
    private static final class SecondHash implements TokenHash {

        @Override
        public Bytes32 of(String token) {
            return Sha256.of("second " + token);
        }

        @Override
        public Array<TokenHash> former() {
            return Array.of(new TestTokenHash());
        }
    }

    private AuthorityPorts with(TokenHash ids) {
        AuthorityPorts ports = fixture.ports();
        return new AuthorityPorts(ports.vault(), ports.keys(), ids, ports.email());
    }

    private Engines engines(TokenHash ids) {
        return fixture.engine(fixture.chain, fixture.journal, with(ids));
    }

    private EmailAuthorities email(TokenHash ids) {
        return engines(ids).email(Network.DEVNET, ACME).get();
    }

    private SignedIn signIn(TokenHash ids, EmailAddress address, Purpose purpose) {
        StartedChallenge started = email(ids)
                .start(new ChallengeRequest(address, purpose, Option.none(), new SessionEnd.Default()), new Retry.Unnamed())
                .get();
        OneTimeCode code = fixture.ports().email().get().codes().of(started.challenge());
        return email(ids)
                .verify(
                        new CodeRequest(
                                new Who.ByEmailAndChallenge(address, started.challenge()),
                                code,
                                AuthorityFixture.spki(P256KeyPair.generate()),
                                new SessionEnd.Default()),
                        new Retry.Unnamed())
                .get();
    }

    @Test
    void aUserKeepsIdSignerAndAccount() {
        SignedIn before = signIn(new TestTokenHash(), ANN, Purpose.REGISTER);

        SignedIn after = signIn(new SecondHash(), ANN, Purpose.SIGN_IN);

        assertEquals(before.user(), after.user());
        assertEquals(before.signer(), after.signer());
        assertEquals(before.account(), after.account());
    }

    @Test
    void aNewUserGetsAnIdUnderTheNewSecret() {
        SignedIn bob = signIn(new SecondHash(), BOB, Purpose.REGISTER);

        assertNotEquals(new SignInAfterRotationTest().signIn(new TestTokenHash(), BOB, Purpose.REGISTER).user(), bob.user());
    }

    @Test
    void startsOfBeforeAreCounted() {
        for (int start = 0; start < 100; start++) {
            var unused = email(start % 2 == 0 ? new TestTokenHash() : new SecondHash())
                    .start(new ChallengeRequest(ANN, Purpose.REGISTER, Option.none(), new SessionEnd.Default()), new Retry.Unnamed());
        }

        assertEquals(
                1,
                fixture.journal.rows(RowScan.of("address-starts", 10)).items().length());
    }

    /** The vault has it under its first id. */
    @Test
    void aBoundKeyKeepsItsSigner() {
        Secp256k1KeyPair wallet = Secp256k1KeyPair.generate();
        var key = new BouncyCastleAuthorityKeys().secp256k1OfHex(wallet.publicKeyHex()).get();

        Address before = engines(new TestTokenHash()).service(Network.DEVNET, ACME.tenant()).get().signerOf(key, IntentFormat.SHA256).get();

        assertEquals(before, engines(new SecondHash()).service(Network.DEVNET, ACME.tenant()).get().signerOf(key, IntentFormat.SHA256).get());
    }
}
