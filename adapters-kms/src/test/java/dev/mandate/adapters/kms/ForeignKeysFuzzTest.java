package dev.mandate.adapters.kms;

import dev.mandate.adapters.kms.authority.BouncyCastleAuthorityKeys;
import dev.mandate.adapters.kms.passkey.WebAuthnVerifier;
import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.api.passkey.AssertionResponse;
import dev.mandate.ports.api.passkey.RegistrationResponse;
import dev.mandate.ports.spi.keys.AuthorityKeys;
import dev.mandate.ports.spi.passkey.PasskeyVerifier;
import dev.mandate.testsupport.fuzz.FuzzRun;
import dev.mandate.testsupport.fuzz.Mutations;
import dev.mandate.testsupport.passkey.SoftwareAuthenticator;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever a browser, an authenticator or a client sends as a key, a signature or a response is verified or refused. */
@Tag("fuzz")
@Timeout(7_200)
class ForeignKeysFuzzTest {

    private static final Bytes CHALLENGE = Bytes.ofHex("0123456789abcdef".repeat(4));
    /** Extension data follows: a map. */
    private static final int EXTENSION_DATA = 0x80;

    private final AuthorityKeys keys = new BouncyCastleAuthorityKeys();
    private final PasskeyVerifier verifier = new WebAuthnVerifier("example.com", HashSet.of("https://example.com"), keys);
    private final SoftwareAuthenticator authenticator = SoftwareAuthenticator.create("example.com", "https://example.com");
    private final P256PublicKey passkey = verifier.key(authenticator.publicKey()).get();
    private final P256KeyPair pair = P256KeyPair.generate();
    private final P256PublicKey key = keys.p256OfHex(pair.publicKeyHex()).get();
    private final Secp256k1PublicKey secp256k1 =
            keys.secp256k1OfHex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798").get();
    private final Bytes body = Bytes.of("{\"a\":[1,\"\u00e4\",{\"b\":-1.5e3}],\"c\":null}".getBytes(StandardCharsets.UTF_8));
    private final String stamp = pair.stamp(body.toArray());
    private final Bytes signature = keys.stamp(stamp).get().signature();

    @Test
    void everyResponseAndEveryKeyIsReadOrRefused() {
        Array<Function<Random, Object>> inputs = Array.of(
                this::registration,
                this::assertion,
                random -> verifier.key(Mutations.bytes(authenticator.coseKey(), random)),
                random -> verifier.key(Mutations.bytes(authenticator.publicKey(), random)),
                random -> keys.p256OfSpki(Mutations.bytes(authenticator.publicKey(), random)),
                random -> keys.p256OfHex(Mutations.text(pair.publicKeyHex(), random)),
                random -> keys.secp256k1OfHex(Mutations.text(secp256k1.compressed().toHex(), random)),
                random -> keys.stamp(Mutations.text(stamp, random)),
                random -> keys.canonicalJson(Mutations.bytes(body, random)),
                random -> keys.check(key, body, Mutations.bytes(signature, random)),
                random -> keys.check(secp256k1, IntentFormat.EIP191, body, Mutations.bytes(signature, random)));
        FuzzRun.play(8, random -> {
            Object unused = Mutations.among(inputs, random).apply(random);
        });
    }

    private SoftwareAuthenticator any(Random random) {
        return authenticator.withFlags(random.nextBoolean() ? SoftwareAuthenticator.USER_PRESENT | EXTENSION_DATA : random.nextInt(256));
    }

    private Object registration(Random random) {
        RegistrationResponse response = any(random).register(CHALLENGE);
        return verifier.verify(new RegistrationResponse(
                response.credentialId(),
                perhaps(response.clientDataJson(), random),
                perhaps(response.attestationObject(), random),
                response.publicKey().map(spki -> perhaps(spki, random))));
    }

    private Object assertion(Random random) {
        AssertionResponse response = any(random).sign(CHALLENGE);
        return verifier.verify(
                new AssertionResponse(
                        response.credentialId(),
                        perhaps(response.clientDataJson(), random),
                        perhaps(response.authenticatorData(), random),
                        perhaps(response.signature(), random)),
                passkey);
    }

    private static Bytes perhaps(Bytes original, Random random) {
        return random.nextBoolean() ? original : Mutations.bytes(original, random);
    }
}
