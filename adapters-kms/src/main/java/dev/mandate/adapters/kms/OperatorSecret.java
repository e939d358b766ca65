package dev.mandate.adapters.kms;

import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import dev.mandate.ports.spi.keys.TokenHash;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * The operator's secret: 256 random bits in a file that only its owner can read, and the keys derived from it, each for one purpose
 * (HMAC-SHA256 of the purpose's name under the secret). All instances of a deployment share one such file: they know the same API keys, write the
 * same MACs and sign the journal with the same key. It pays for nothing: the fee payer is a key of the vault.
 *
 * <p>The secret and its derived keys never appear in a text. If the file is lost, every API key is lost; accounts are not.
 */
public final class OperatorSecret {

    /** The file's name in a data folder. */
    public static final String NAME = "operator.secret";

    private static final String BEGIN = "mandate-operator-secret-v1 ";
    private static final int SECRET_BYTES = 32;
    private static final int LENGTH = BEGIN.length() + 2 * SECRET_BYTES + 1;
    private static final String CREATE_KEY = "mandate/operator/create-key/v1/";
    private static final String TOKEN_HASH = "mandate/operator/token-hash/v1";
    private static final String JOURNAL_MAC = "mandate/operator/journal-mac/v1";
    private static final String LOG_KEY = "mandate/operator/log-key/v1";
    private static final String ONE_TIME_CODE = "mandate/operator/one-time-code/v1";
    private static final BigInteger CODES = BigInteger.valueOf(1_000_000);

    private final byte[] secret;

    private OperatorSecret(byte[] secret) {
        this.secret = secret;
    }

    /** The secret in {@code file}, created with a new one if it does not exist. Concurrent processes get the same secret. */
    public static Either<KeyFileProblem, OperatorSecret> openOrCreate(Path file) {
        Either<KeyFileProblem, OperatorSecret> opened = open(file);
        if (opened.isRight() || !(opened.getLeft() instanceof KeyFileProblem.Missing)) {
            return opened;
        }
        byte[] fresh = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(fresh);
        byte[] content = (BEGIN + HexFormat.of().formatHex(fresh) + "\n").getBytes(StandardCharsets.US_ASCII);
        Option<KeyFileProblem> problem = new OwnerOnlyFile(file).createOnce(content);
        Arrays.fill(fresh, (byte) 0);
        Arrays.fill(content, (byte) 0);
        // Read back even after writing: if another process was faster, its secret counts.
        return problem.isDefined() ? Either.left(problem.get()) : open(file);
    }

    /**
     * Loads the classes that keys need. Their archive is signed, and its check is a fifth of a server's start time: call this in a thread
     * of its own during the start.
     */
    public static void load() {
        new Ed25519PrivateKeyParameters(new byte[Bytes32.LENGTH]).generatePublicKey();
    }

    /** The secret in {@code file}. */
    public static Either<KeyFileProblem, OperatorSecret> open(Path file) {
        return new OwnerOnlyFile(file).read(LENGTH).flatMap(content -> {
            String text = new String(content, StandardCharsets.US_ASCII);
            Arrays.fill(content, (byte) 0);
            boolean whole = text.length() == LENGTH
                    && text.startsWith(BEGIN)
                    && text.endsWith("\n")
                    && text.substring(BEGIN.length(), LENGTH - 1).matches("[0-9a-f]+");
            return whole
                    ? Either.right(new OperatorSecret(
                            HexFormat.of().parseHex(text.substring(BEGIN.length(), LENGTH - 1))))
                    : Either.left(new KeyFileProblem.Damaged(file, "not an operator's secret as we write it"));
        });
    }

    /** The key from which a new account's address is derived; the same for the same id. */
    public Address createKey(CreationId id) {
        return address(key(CREATE_KEY + id.text()));
    }

    /** Signs with the create key only. */
    Signature signAsCreateKey(AuthorizedCreation creation) {
        return sign(key(CREATE_KEY + creation.id().text()), creation.transaction().message().toArray());
    }

    /** A hash of API keys' tokens that cannot be computed without the secret. */
    public TokenHash tokenHash() {
        byte[] key = derived(TOKEN_HASH);
        return token -> Bytes32.of(hmac(key, token));
    }

    /** The MAC of the journal's records. */
    public JournalMac journalMac() {
        byte[] key = derived(JOURNAL_MAC);
        return record -> Bytes32.of(hmac(key, record));
    }

    /** One-time codes, each as likely as any other: the 2²⁵⁶ hashes are spread over a million codes. */
    public OneTimeCodes oneTimeCodes() {
        byte[] key = derived(ONE_TIME_CODE);
        return challenge -> new OneTimeCode(
                String.format(Locale.ROOT, "%06d", new BigInteger(1, hmac(key, challenge.text())).mod(CODES)));
    }

    /** Signs the journal's checkpoints. */
    public LogSigner logSigner() {
        return new DerivedLogKey(key(LOG_KEY));
    }

    private record DerivedLogKey(Ed25519PrivateKeyParameters secret) implements LogSigner {

        @Override
        public Bytes32 key() {
            return Bytes32.of(secret.generatePublicKey().getEncoded());
        }

        @Override
        public Signature sign(Bytes checkpoint) {
            return OperatorSecret.sign(secret, checkpoint.toArray());
        }

        /** The public key; the secret is not shown. */
        @Override
        public String toString() {
            return "log key " + key();
        }
    }

    private static Signature sign(Ed25519PrivateKeyParameters key, byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, key);
        signer.update(message, 0, message.length);
        return new Signature(Bytes.of(signer.generateSignature()));
    }

    private static Address address(Ed25519PrivateKeyParameters key) {
        return Address.of(key.generatePublicKey().getEncoded());
    }

    private Ed25519PrivateKeyParameters key(String purpose) {
        return new Ed25519PrivateKeyParameters(derived(purpose));
    }

    private byte[] derived(String purpose) {
        return hmac(secret, purpose);
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    /** The secret is not shown. */
    @Override
    public String toString() {
        return "operator's secret";
    }
}
