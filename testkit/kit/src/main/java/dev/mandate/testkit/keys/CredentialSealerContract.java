package dev.mandate.testkit.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mandate.domain.authority.P256PublicKey;
import dev.mandate.domain.authority.SealedKey;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.keys.CredentialSealer;
import dev.mandate.ports.spi.keys.CredentialSealer.SealedCredential;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link CredentialSealer}. Extend this class and return a sealer.
 *
 * <p>Not asserted: that keys cannot be guessed, because a few of them do not show a bad source of randomness. Nor that no private key stays in the
 * memory of the process, because a caller cannot see it.
 */
public abstract class CredentialSealerContract {

    private static final int KEYS = 8;

    private final P256Pair recipient = P256Pair.generate();

    /** Returns a sealer for one test. */
    protected abstract CredentialSealer fresh();

    /** Seals to the recipient in both forms. */
    private static Array<Function<P256PublicKey, SealedCredential>> forms(CredentialSealer sealer) {
        return Array.of(sealer::sealAuthorizationKey, sealer::sealBundle);
    }

    private P256Pair unsealed(SealedCredential credential) {
        return recipient.unseal(credential.sealed()).getOrElseThrow(() -> new AssertionError("the recipient cannot open it"));
    }

    @Test
    void eachFormHasItsType() {
        assertInstanceOf(SealedKey.AuthorizationKey.class, fresh().sealAuthorizationKey(recipient.publicKey()).sealed());
        assertInstanceOf(SealedKey.CredentialBundle.class, fresh().sealBundle(recipient.publicKey()).sealed());
    }

    @Test
    void theRecipientOpensThePrivateKeyOfThePublicKey() {
        for (var seal : forms(fresh())) {
            SealedCredential credential = seal.apply(recipient.publicKey());
            assertEquals(credential.publicKey(), unsealed(credential).publicKey());
        }
    }

    @Test
    void nobodyElseOpensIt() {
        for (var seal : forms(fresh())) {
            SealedCredential credential = seal.apply(recipient.publicKey());
            assertEquals(Option.none(), P256Pair.generate().unseal(credential.sealed()));
        }
    }

    @Test
    void eachSealingHasAKeyOfItsOwnAndAnEncapsulatedKeyOfItsOwn() {
        CredentialSealer sealer = fresh();
        Array<SealedCredential> sealed = forms(sealer).appendAll(forms(fresh()))
                .flatMap(seal -> Array.fill(KEYS, () -> seal.apply(recipient.publicKey())));
        assertEquals(sealed.length(), sealed.map(SealedCredential::publicKey).distinct().length());
        Array<Bytes> encapsulated = sealed.flatMap(credential -> credential.sealed() instanceof SealedKey.AuthorizationKey key
                ? Option.some(key.encapsulatedKey()) : Option.none());
        assertEquals(2 * KEYS, encapsulated.distinct().length());
    }

    @Test
    void noTextShowsThePrivateKey() {
        CredentialSealer sealer = fresh();
        for (var seal : forms(sealer)) {
            SealedCredential credential = seal.apply(recipient.publicKey());
            byte[] secret = unsealed(credential).scalar().toArray();
            for (Object shown : Array.of(sealer, credential)) {
                String text = shown.toString();
                assertFalse(text.toLowerCase(Locale.ROOT).contains(Bytes.of(secret).toHex()));
                assertFalse(text.contains(Base64.getEncoder().encodeToString(secret)));
                assertFalse(text.contains(Arrays.toString(secret)));
            }
        }
    }
}
