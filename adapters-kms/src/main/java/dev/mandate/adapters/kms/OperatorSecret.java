package dev.mandate.adapters.kms;

import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.audit.LogSigner;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.JournalMac;
import dev.mandate.ports.spi.keys.OneTimeCodes;
import dev.mandate.ports.spi.keys.ReplacedSecret;
import dev.mandate.ports.spi.keys.TokenHash;
import dev.mandate.ports.spi.webhook.WebhookSecrets;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Locale;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;

/**
 * The operator's secret: 256 random bits in a file that only its owner can read, and the keys derived from it, each for one purpose
 * (HMAC-SHA256 of the purpose's name under the secret). All instances of a deployment share one such file: they know the same API keys, write the
 * same MACs and sign the journal with the same key. It pays for nothing: the fee payer is a key of the vault. It makes no address: create keys follow
 * from the {@link CreationSecret}.
 *
 * <p>A secret that {@link #replacing replaced} another one signs and writes alone. What was made under the earlier ones is still found: events by their
 * MACs, API keys and ids by their hashes, webhooks by their secrets. It learns the earlier ones from the journal, by {@link #knowing}.
 *
 * <p>The secret and its derived keys never appear in a text. If the file is lost, every API key is lost; accounts are not.
 */
public final class OperatorSecret {

    /** The file's name in a data folder. */
    public static final String NAME = "operator.secret";

    /** The name of the secret that is to replace it, while that goes on. */
    public static final String NEXT = NAME + ".next";

    private static final String KIND = "mandate-operator-secret-v1";
    private static final String CREATE_KEY = "mandate/operator/create-key/v1/";
    private static final String TOKEN_HASH = "mandate/operator/token-hash/v1";
    private static final String JOURNAL_MAC = "mandate/operator/journal-mac/v1";
    private static final String LOG_KEY = "mandate/operator/log-key/v1";
    private static final String ONE_TIME_CODE = "mandate/operator/one-time-code/v1";
    private static final String WEBHOOK = "mandate/operator/webhook-secret/v1";
    private static final String CREATION_SECRET = "mandate/operator/creation-secret/v1";
    private static final BigInteger CODES = BigInteger.valueOf(1_000_000);

    private final byte[] secret;
    /** The earlier secrets, the oldest first. */
    private final Array<Former> formers;

    private OperatorSecret(byte[] secret) {
        this(secret, Array.empty());
    }

    private OperatorSecret(byte[] secret, Array<Former> formers) {
        this.secret = secret;
        this.formers = formers;
    }

    /** A secret that was replaced at a time, and the position of the last event with a MAC under it. */
    private record Former(OperatorSecret secret, long position, UnixTime at) {}

    /** A derived key, which is not shown. */
    private static final class Hmac {

        private final byte[] key;

        Hmac(byte[] key) {
            this.key = key;
        }

        Bytes32 of(String text) {
            return Bytes32.of(SecretFile.hmac(key, text));
        }

        @Override
        public String toString() {
            return "key";
        }
    }

    /**
     * The secret in {@code file}, created with a new one if it does not exist. A new one gets a {@link CreationSecret} of its own beside it. Concurrent
     * processes get the same secrets.
     */
    public static Either<KeyFileProblem, OperatorSecret> openOrCreate(Path file) {
        Either<KeyFileProblem, OperatorSecret> opened = open(file);
        // The creation secret comes first: where it is missing beside an operator's secret, an earlier version made that.
        return opened.isLeft() && opened.getLeft() instanceof KeyFileProblem.Missing
                ? CreationSecret.createBeside(file).flatMap(beside -> at(file).create(SecretFile.random())).map(OperatorSecret::new)
                : opened;
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
        return at(file).open().map(OperatorSecret::new);
    }

    /**
     * This secret, which knows the ones that it replaced.
     *
     * @param replaced as the journal remembers them, the oldest first
     * @return none if the newest was not replaced by this secret, or one of them was changed
     */
    public Option<OperatorSecret> knowing(Seq<ReplacedSecret> replaced) {
        Array<Former> opened = Array.empty();
        byte[] newer = secret;
        for (ReplacedSecret one : replaced.reverse()) {
            Option<byte[]> former = SealedSecret.open(newer, one);
            if (former.isEmpty()) {
                return Option.none();
            }
            newer = former.get();
            opened = opened.prepend(new Former(new OperatorSecret(newer), one.position(), one.at()));
        }
        return Option.some(new OperatorSecret(secret, opened));
    }

    /** What the journal is to remember of {@code former}, which this secret replaces after the event at {@code position}. */
    public ReplacedSecret replacing(OperatorSecret former, long position, UnixTime at) {
        return SealedSecret.seal(secret, former.secret, new ReplacedSecret(position, at, former.logSigner().key(), Bytes.EMPTY));
    }

    /** Puts this secret in the place of the one in {@code file}. It is on the disk before this returns; a crash leaves one of the two. */
    public Option<KeyFileProblem> replaceIn(Path file) {
        return at(file).replace(secret);
    }

    private static SecretFile at(Path file) {
        return new SecretFile(file, KIND, "an operator's");
    }

    /** The create key of an order that was recorded before create keys had a secret of their own. */
    Address createKey(CreationId id) {
        return new DerivedKey(first(), CREATE_KEY + id.text()).address();
    }

    /** Signs with such a create key only. */
    Signature signAsCreateKey(AuthorizedCreation creation) {
        return new DerivedKey(first(), CREATE_KEY + creation.id().text()).sign(creation.transaction().message().toArray());
    }

    /** The creation secret of a folder that has none, because an earlier version made it. */
    byte[] creationSecret() {
        return SecretFile.hmac(first(), CREATION_SECRET);
    }

    /** Versions without a creation secret knew no replacement either. */
    private byte[] first() {
        return formers.headOption().map(former -> former.secret.secret).getOrElse(secret);
    }

    /** A hash of API keys' tokens that cannot be computed without the secret. */
    public TokenHash tokenHash() {
        return new DerivedTokenHash(new Hmac(derived(TOKEN_HASH)), formers.reverse().map(former -> former.secret.tokenHash()));
    }

    private record DerivedTokenHash(Hmac hmac, Array<TokenHash> former) implements TokenHash {

        @Override
        public Bytes32 of(String token) {
            return hmac.of(token);
        }
    }

    /** The MAC of the journal's records. */
    public JournalMac journalMac() {
        return new DerivedMac(
                new Hmac(derived(JOURNAL_MAC)), formers.map(former -> new FormerMac(former.position, former.secret.journalMac())));
    }

    private record FormerMac(long position, JournalMac mac) {}

    private record DerivedMac(Hmac hmac, Array<FormerMac> formers) implements JournalMac {

        @Override
        public Bytes32 of(String record) {
            return hmac.of(record);
        }

        @Override
        public JournalMac at(long position) {
            return formers.find(former -> position <= former.position).map(FormerMac::mac).getOrElse(this);
        }
    }

    /** The secrets of webhooks. */
    public WebhookSecrets webhookSecrets() {
        return new DerivedWebhookSecrets(
                new Hmac(derived(WEBHOOK)), formers.map(former -> new FormerWebhooks(former.at, former.secret.webhookSecrets())));
    }

    private record FormerWebhooks(UnixTime until, WebhookSecrets secrets) {}

    private record DerivedWebhookSecrets(Hmac hmac, Array<FormerWebhooks> formers) implements WebhookSecrets {

        @Override
        public Bytes32 of(String name) {
            return hmac.of(name);
        }

        @Override
        public Array<WebhookSecrets> madeBetween(UnixTime first, UnixTime last) {
            return formers.map(FormerWebhooks::secrets).append(this).slice(replacedBefore(first), replacedBefore(last) + 1).reverse();
        }

        private int replacedBefore(UnixTime made) {
            return formers.takeWhile(former -> former.until.isBefore(made)).length();
        }
    }

    /** One-time codes, each as likely as any other: the 2²⁵⁶ hashes are spread over a million codes. */
    public OneTimeCodes oneTimeCodes() {
        byte[] key = derived(ONE_TIME_CODE);
        return challenge -> new OneTimeCode(
                String.format(Locale.ROOT, "%06d", new BigInteger(1, SecretFile.hmac(key, challenge.text())).mod(CODES)));
    }

    /** Signs the journal's checkpoints. */
    public LogSigner logSigner() {
        return new DerivedLogKey(key(LOG_KEY));
    }

    private record DerivedLogKey(DerivedKey secret) implements LogSigner {

        @Override
        public Bytes32 key() {
            return secret.address().bytes();
        }

        @Override
        public Signature sign(Bytes checkpoint) {
            return secret.sign(checkpoint.toArray());
        }

        /** The public key; the secret is not shown. */
        @Override
        public String toString() {
            return "log key " + key();
        }
    }

    private DerivedKey key(String purpose) {
        return new DerivedKey(secret, purpose);
    }

    private byte[] derived(String purpose) {
        return SecretFile.hmac(secret, purpose);
    }

    /** The secret is not shown. */
    @Override
    public String toString() {
        return "operator's secret";
    }
}
