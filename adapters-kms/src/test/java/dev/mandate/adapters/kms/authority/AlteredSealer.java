package dev.mandate.adapters.kms.authority;

import dev.mandate.client.P256KeyPair;
import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.testkit.keys.CredentialSealerContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.hpke.HPKE;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;

/** The contract of a sealer, parts of which a subclass alters. It runs only by a launcher. */
class AlteredSealer extends CredentialSealerContract {

    private static final HPKE KEM = new HPKE(HPKE.mode_base, HPKE.kem_P256_SHA256, HPKE.kdf_HKDF_SHA256, HPKE.aead_AES_GCM256);

    private final List<AsymmetricCipherKeyPair> made = new ArrayList<>();

    /** Returns the key to which a session key is sealed. */
    P256PublicKey recipient(P256PublicKey asked) {
        return asked;
    }

    /** Returns the next key pair: in turn that of a session and an ephemeral one. */
    AsymmetricCipherKeyPair next(List<AsymmetricCipherKeyPair> earlier) {
        return KEM.generatePrivateKey();
    }

    /** Returns the text of a sealer that made these pairs. */
    String text(List<AsymmetricCipherKeyPair> pairs) {
        return "sealer";
    }

    @Override
    protected CredentialSealer fresh() {
        CredentialSealer sealer = new HpkeCredentialSealer(() -> {
            AsymmetricCipherKeyPair next = next(made);
            made.add(next);
            return next;
        });
        return new CredentialSealer() {
            @Override
            public SealedCredential sealAuthorizationKey(P256PublicKey recipient) {
                return sealer.sealAuthorizationKey(recipient(recipient));
            }

            @Override
            public SealedCredential sealBundle(P256PublicKey recipient) {
                return sealer.sealBundle(recipient(recipient));
            }

            @Override
            public String toString() {
                return text(made);
            }
        };
    }

    /** The recipient is a key of the service. */
    static class SealedToAnotherKey extends AlteredSealer {

        private final P256PublicKey own = new P256PublicKey(Bytes.ofHex(P256KeyPair.generate().publicKeyHex()));

        @Override
        P256PublicKey recipient(P256PublicKey asked) {
            return own;
        }
    }

    /** All sessions have one key. */
    static class SessionKeyRepeated extends AlteredSealer {
        @Override
        AsymmetricCipherKeyPair next(List<AsymmetricCipherKeyPair> earlier) {
            return earlier.size() > 1 && earlier.size() % 2 == 0 ? earlier.getFirst() : super.next(earlier);
        }
    }

    /** All sealings have one encapsulated key, and so one secret between sealer and recipient. */
    static class EncapsulatedKeyRepeated extends AlteredSealer {
        @Override
        AsymmetricCipherKeyPair next(List<AsymmetricCipherKeyPair> earlier) {
            return earlier.size() > 1 && earlier.size() % 2 == 1 ? earlier.get(1) : super.next(earlier);
        }
    }

    /** The text is that of all fields. */
    static class KeysInText extends AlteredSealer {
        @Override
        String text(List<AsymmetricCipherKeyPair> pairs) {
            return pairs.stream().map(pair -> String.format(Locale.ROOT, "%064x", ((ECPrivateKeyParameters) pair.getPrivate()).getD())).toList().toString();
        }
    }
}
