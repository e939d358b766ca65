package dev.mandate.adapters.kms.passkey;

import static dev.mandate.testsupport.vectors.ProviderVectors.hex;
import static dev.mandate.testsupport.vectors.ProviderVectors.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.BackupEligibility;
import dev.mandate.ports.api.passkey.PasskeyRefusal.BadResponse;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.spi.passkey.VerifiedAssertion;
import dev.mandate.ports.spi.passkey.VerifiedRegistration;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import dev.mandate.testsupport.vectors.ProviderVectors;
import io.vavr.collection.HashSet;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WebAuthnVerifierTest {

    static final Bytes CHALLENGE = Bytes.ofHex("0123456789abcdef".repeat(4));
    private static final String DOMAIN = "example.com";
    private static final String ORIGIN = "https://wallet.example.com";
    private static final int BACKED_UP = 0x10;

    private final PasskeyVerifier verifier = verifier(DOMAIN, ORIGIN);
    private final SoftwareAuthenticator authenticator = SoftwareAuthenticator.create(DOMAIN, ORIGIN);
    private final P256PublicKey key = verifier.key(authenticator.publicKey()).get();

    static PasskeyVerifier verifier(String relyingPartyId, String... origins) {
        return new WebAuthnVerifier(relyingPartyId, HashSet.of(origins), new BouncyCastleAuthorityKeys());
    }

    /** Responses that {@code @simplewebauthn/server} has judged. */
    @Test
    void responsesAreJudgedAsTheVectorsSay() {
        for (JsonNode vector : ProviderVectors.cases("11_webauthn.json")) {
            PasskeyVerifier party = verifier(text(vector, "expected_rp_id"), text(vector, "expected_origin"));
            JsonNode of = vector.get("authenticator_response");
            JsonNode response = of.get("response");
            Bytes id = bytes(of, "rawId");
            Bytes client = bytes(response, "clientDataJSON");
            Option<Bytes> answered = text(vector, "ceremony").equals("registration")
                    ? party.verify(new RegistrationResponse(
                                    id, client, bytes(response, "attestationObject"), Option.some(bytes(response, "publicKey"))))
                            .peek(verified ->
                                    assertEquals(hex(vector, "passkey_public_key_compressed_hex"), verified.key().compressed()))
                            .toOption()
                            .map(VerifiedRegistration::challenge)
                    : party.verify(
                                    new AssertionResponse(
                                            id, client, bytes(response, "authenticatorData"), bytes(response, "signature")),
                                    party.key(bytes(vector.get("stored_credential"), "cose_public_key_b64url")).get())
                            .toOption()
                            .map(VerifiedAssertion::challenge);

            assertEquals(
                    text(vector, "expect").equals("ok"), answered.contains(bytes(vector, "expected_challenge_b64url")), text(vector, "id"));
        }
    }

    private static Bytes bytes(JsonNode node, String field) {
        return Bytes.of(Base64.getUrlDecoder().decode(text(node, field)));
    }

    @Test
    void aRegistrationProvesChallengeKeyAndCounter() {
        assertEquals(
                Either.right(new VerifiedRegistration(CHALLENGE, key, 7, BackupEligibility.SINGLE_DEVICE)),
                verifier.verify(authenticator.withSignCount(7).register(CHALLENGE)));
    }

    @Test
    void anAssertionProvesChallengeAndCounter() {
        assertEquals(
                Either.right(new VerifiedAssertion(CHALLENGE, 0xffff_ffffL, BackupEligibility.SINGLE_DEVICE)),
                verifier.verify(authenticator.withSignCount(-1).sign(CHALLENGE), key));
    }

    @Test
    void anAssertionTellsWhetherThePasskeyMayBeCopied() {
        assertEquals(
                Either.right(new VerifiedAssertion(CHALLENGE, 0, BackupEligibility.MULTI_DEVICE)),
                verifier.verify(
                        authenticator
                                .withFlags(SoftwareAuthenticator.USER_PRESENT | SoftwareAuthenticator.BACKUP_ELIGIBLE)
                                .sign(CHALLENGE),
                        key));
    }

    @Test
    void aNativeAppOfAnAllowedCertificateIsAnOrigin() {
        String app = "android:apk-key-hash:-sYXRdwJA3hvue3mKpYrOZ9zSPC7b4mbgzJmdZEDO5w";
        PasskeyVerifier ofApps = new WebAuthnVerifier("wallet.example.com", HashSet.of(app), new BouncyCastleAuthorityKeys());
        SoftwareAuthenticator device = SoftwareAuthenticator.create("wallet.example.com", app);

        assertTrue(ofApps.verify(device.register(CHALLENGE)).isRight());
        assertEquals(
                Either.left(new BadResponse("its origin is not allowed")),
                ofApps.verify(device.withOrigin(app.replace("-sYX", "-sYY")).register(CHALLENGE)));
    }

    @Test
    void aResponseForAnotherPartyOrPageIsRefused() {
        assertRefused("it is for another relying party", authenticator.withRelyingParty("other.com"));
        assertRefused("its origin is not allowed", authenticator.withOrigin("https://example.com"));
        assertRefused("its origin is not allowed", authenticator.withOrigin("http://wallet.example.com"));
        assertRefused("it was made inside a page of another origin", authenticator.withinFrame());
    }

    @Test
    void aResponseWithoutTheUserIsRefused() {
        assertRefused("the user was not present", authenticator.withFlags(0));
    }

    @Test
    void aBackedUpButIneligibleCredentialIsRefused() {
        assertRefused(
                "it breaks the rule of IllegalBackupStateException",
                authenticator.withFlags(SoftwareAuthenticator.USER_PRESENT | BACKED_UP));
    }

    /** The flags promise a map of extensions, and another value follows: undefined, a number, a text, a list, bytes. */
    @Test
    void aResponseWithoutThePromisedExtensionsIsRefused() {
        AssertionResponse promising = authenticator.withFlags(SoftwareAuthenticator.USER_PRESENT | 0x80).sign(CHALLENGE);
        for (String other : new String[] {"f7", "01", "60", "80", "40"}) {
            Bytes data = Bytes.ofHex(promising.authenticatorData().toHex() + other);

            assertEquals(
                    Either.left(new BadResponse("it is malformed: ClassCastException")),
                    verifier.verify(
                            new AssertionResponse(promising.credentialId(), promising.clientDataJson(), data, promising.signature()), key));
        }
    }

    private void assertRefused(String detail, SoftwareAuthenticator by) {
        assertEquals(Either.left(new BadResponse(detail)), verifier.verify(by.register(CHALLENGE)));
        assertEquals(Either.left(new BadResponse(detail)), verifier.verify(by.sign(CHALLENGE), key));
    }

    @Test
    void aResponseOfTheOtherCeremonyIsRefused() {
        RegistrationResponse created = authenticator.register(CHALLENGE);
        AssertionResponse signed = authenticator.sign(CHALLENGE);

        assertEquals(
                Either.left(new BadResponse("it is of the other ceremony")),
                verifier.verify(new RegistrationResponse(
                        created.credentialId(), signed.clientDataJson(), created.attestationObject(), created.publicKey())));
        assertEquals(
                Either.left(new BadResponse("it is of the other ceremony")),
                verifier.verify(
                        new AssertionResponse(
                                signed.credentialId(), created.clientDataJson(), signed.authenticatorData(), signed.signature()),
                        key));
    }

    @Test
    void anAssertionByAnotherKeyIsRefused() {
        AssertionResponse other = SoftwareAuthenticator.create(DOMAIN, ORIGIN).sign(CHALLENGE);

        assertEquals(Either.left(new BadResponse("its signature is not by this key")), verifier.verify(other, key));
    }

    @Test
    void aKeyForAnotherAlgorithmOrOffTheCurveIsRefused() {
        Bytes forEs384 = authenticator.coseKey(SoftwareAuthenticator.ES384, authenticator.y());
        Bytes offTheCurve = authenticator.coseKey(SoftwareAuthenticator.ES256, authenticator.y().xor(BigInteger.ONE));

        assertEquals(
                Either.left(new BadResponse("its key is not for ES256")), verifier.verify(authenticator.register(CHALLENGE, forEs384)));
        assertTrue(verifier.verify(authenticator.register(CHALLENGE, offTheCurve)).isLeft());
        assertTrue(verifier.key(forEs384).isLeft());
        assertTrue(verifier.key(offTheCurve).isLeft());
    }

    @Test
    void theIdAndTheKeyThatTheBrowserNamesAreTheAttestedOnes() {
        RegistrationResponse created = authenticator.register(CHALLENGE);
        Bytes otherId = SoftwareAuthenticator.create(DOMAIN, ORIGIN).credentialId();
        Bytes otherKey = SoftwareAuthenticator.create(DOMAIN, ORIGIN).publicKey();

        assertEquals(
                Either.left(new BadResponse("the id is not that of the attested credential")),
                verifier.verify(new RegistrationResponse(
                        otherId, created.clientDataJson(), created.attestationObject(), created.publicKey())));
        assertEquals(
                Either.left(new BadResponse("the public key is not the attested one")),
                verifier.verify(new RegistrationResponse(
                        created.credentialId(), created.clientDataJson(), created.attestationObject(), Option.some(otherKey))));
        assertTrue(verifier.verify(new RegistrationResponse(
                        created.credentialId(), created.clientDataJson(), created.attestationObject(), Option.none()))
                .isRight());
    }

    @Test
    void aKeyIsReadInThreeForms() {
        assertEquals(Either.right(key), verifier.key(authenticator.coseKey()));
        assertEquals(Either.right(key), verifier.key(key.compressed()));
        for (String none : new String[] {"", "00", "30", "a0", "ff", "a5010203262001", "02" + "ff".repeat(32)}) {
            assertTrue(verifier.key(Bytes.ofHex(none)).isLeft(), none);
        }
    }
}
