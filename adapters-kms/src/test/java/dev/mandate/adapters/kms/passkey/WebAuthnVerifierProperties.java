package dev.mandate.adapters.kms.passkey;

import static dev.mandate.adapters.kms.passkey.WebAuthnVerifierTest.CHALLENGE;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WebAuthnVerifierProperties {

    private static final PasskeyVerifier VERIFIER = WebAuthnVerifierTest.verifier("localhost", "http://localhost:3000");
    private static final SoftwareAuthenticator AUTHENTICATOR = SoftwareAuthenticator.create("localhost", "http://localhost:3000");
    private static final P256PublicKey KEY = VERIFIER.key(AUTHENTICATOR.publicKey()).get();
    private static final RegistrationResponse CREATED = AUTHENTICATOR.register(CHALLENGE);
    private static final AssertionResponse SIGNED = AUTHENTICATOR.sign(CHALLENGE);

    /** A change of the client data cannot be seen in a registration without attestation, but for the fields that are compared. */
    @Property(tries = 100)
    void noChangedRegistrationThrows(@ForAll int at, @ForAll @IntRange(min = 1, max = 255) int change, @ForAll int length) {
        judge(CREATED.clientDataJson(), changed(CREATED.attestationObject(), at, change));
        judge(changed(CREATED.clientDataJson(), at, change), CREATED.attestationObject());
        judge(cut(CREATED.clientDataJson(), length), CREATED.attestationObject());
        judge(CREATED.clientDataJson(), cut(CREATED.attestationObject(), length));
    }

    private static void judge(Bytes clientData, Bytes attestation) {
        var unused = VERIFIER.verify(new RegistrationResponse(CREATED.credentialId(), clientData, attestation, CREATED.publicKey()));
    }

    @Property(tries = 100)
    boolean noChangedAssertionIsAccepted(@ForAll int at, @ForAll @IntRange(min = 1, max = 255) int change, @ForAll int length) {
        Bytes client = SIGNED.clientDataJson();
        Bytes data = SIGNED.authenticatorData();
        Bytes signature = SIGNED.signature();
        return isRefused(changed(client, at, change), data, signature)
                && isRefused(client, changed(data, at, change), signature)
                && isRefused(client, data, changed(signature, at, change))
                && isRefused(cut(client, length), data, signature)
                && isRefused(client, cut(data, length), signature)
                && isRefused(client, data, cut(signature, length));
    }

    private static boolean isRefused(Bytes client, Bytes data, Bytes signature) {
        return VERIFIER.verify(new AssertionResponse(SIGNED.credentialId(), client, data, signature), KEY).isLeft();
    }

    private static Bytes changed(Bytes bytes, int at, int change) {
        byte[] copy = bytes.toArray();
        copy[Math.floorMod(at, copy.length)] ^= (byte) change;
        return Bytes.of(copy);
    }

    private static Bytes cut(Bytes bytes, int length) {
        return bytes.slice(0, Math.floorMod(length, bytes.length()));
    }
}
