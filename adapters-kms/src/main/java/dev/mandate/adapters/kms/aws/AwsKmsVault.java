package dev.mandate.adapters.kms.aws;

import dev.mandate.adapters.kms.RemoteSignature;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.fault.ThrownFault;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.KmsClientBuilder;
import software.amazon.awssdk.services.kms.model.AlreadyExistsException;
import software.amazon.awssdk.services.kms.model.KeyMetadata;
import software.amazon.awssdk.services.kms.model.KeySpec;
import software.amazon.awssdk.services.kms.model.KeyState;
import software.amazon.awssdk.services.kms.model.KeyUsageType;
import software.amazon.awssdk.services.kms.model.MessageType;
import software.amazon.awssdk.services.kms.model.NotFoundException;
import software.amazon.awssdk.services.kms.model.SigningAlgorithmSpec;

/**
 * Keys in AWS KMS, of the spec {@code ECC_NIST_EDWARDS25519}. They never leave it. Each has the alias {@code alias/mandate/<tenant>/<key id>}.
 * An alias is unique, so of processes that make a key at once the first alias counts; the key of the other is scheduled for deletion.
 *
 * <p>A process that dies between key and alias leaves a key without an alias, which means nothing.
 */
public final class AwsKmsVault implements KeyVault {

    /** All that precedes an Ed25519 key in a SubjectPublicKeyInfo (RFC 8410, section 4). */
    private static final byte[] SPKI = HexFormat.of().parseHex("302a300506032b6570032100");

    /** With the client's own retries. */
    private static final Duration LONGEST_CALL = Duration.ofSeconds(20);

    /** The shortest time that KMS takes. */
    private static final int DAYS_UNTIL_DELETION = 7;

    private final KmsClient kms;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Keys whose alias could not be made, by that alias, for the next attempt. Nobody knows whether it was made, so they are not deleted. */
    private final ConcurrentHashMap<String, String> unnamed = new ConcurrentHashMap<>();

    private AwsKmsVault(KmsClient kms) {
        this.kms = kms;
    }

    /** A vault with the credentials of the SDK's default chain. Makes no call. */
    public static AwsKmsVault open(KmsLocation location) {
        KmsClientBuilder client = KmsClient.builder()
                .region(Region.of(location.region()))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(calls -> calls.apiCallTimeout(LONGEST_CALL));
        return new AwsKmsVault(location.endpoint().map(client::endpointOverride).getOrElse(client).build());
    }

    @Override
    public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
        return answered(() -> Either.right(find(alias(tenant, id))));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
        return answered(() -> {
            String alias = alias(tenant, id);
            Option<Address> existing = find(alias);
            return existing.isDefined() ? Either.right(existing.get()) : make(alias);
        });
    }

    private Either<VaultFault, Address> make(String alias) {
        String made = unnamed.computeIfAbsent(alias, missing -> create(alias));
        // An alias may take a moment to be seen, so the key is read by its own id where it can be.
        String inForce = made;
        try {
            kms.createAlias(name -> name.aliasName(alias).targetKeyId(made));
        } catch (AlreadyExistsException e) {
            // After an answer that was lost, the alias means the key that was made here.
            inForce = kms.describeKey(asked -> asked.keyId(alias)).keyMetadata().keyId();
            if (!inForce.equals(made) && unnamed.remove(alias, made)) {
                kms.scheduleKeyDeletion(key -> key.keyId(made).pendingWindowInDays(DAYS_UNTIL_DELETION));
            }
        }
        unnamed.remove(alias, made);
        return find(inForce).toEither(() -> new VaultFault.Unavailable("AWS KMS does not show " + alias + " yet"));
    }

    private String create(String alias) {
        return kms.createKey(key -> key.keySpec(KeySpec.ECC_NIST_EDWARDS25519)
                        .keyUsage(KeyUsageType.SIGN_VERIFY)
                        .description(alias))
                .keyMetadata()
                .keyId();
    }

    private Option<Address> find(String key) {
        try {
            byte[] spki = kms.getPublicKey(asked -> asked.keyId(key)).publicKey().asByteArrayUnsafe();
            if (spki.length != SPKI.length + Bytes32.LENGTH || !Arrays.equals(spki, 0, SPKI.length, SPKI, 0, SPKI.length)) {
                throw SdkException.builder().message(key + " is no Ed25519 key").build();
            }
            return Option.some(Address.of(spki, SPKI.length));
        } catch (NotFoundException e) {
            return Option.none();
        }
    }

    @Override
    public Either<VaultFault, Signature> sign(AuthorizedMessage message) {
        return answered(() -> {
            try {
                byte[] signature = kms.sign(asked -> asked.keyId(alias(message.tenant(), message.key()))
                                .signingAlgorithm(SigningAlgorithmSpec.ED25519_SHA_512)
                                .messageType(MessageType.RAW)
                                .message(SdkBytes.fromByteArrayUnsafe(message.message().toArray())))
                        .signature()
                        .asByteArrayUnsafe();
                return RemoteSignature.checked(message, signature);
            } catch (NotFoundException e) {
                return Either.left(new VaultFault.UnknownKey(message.key()));
            }
        });
    }

    /**
     * Schedules the key for deletion, which disables it at once, and then removes its alias. KMS deletes the key after {@link
     * #DAYS_UNTIL_DELETION} days; until then only the operator of the AWS account can take that back.
     */
    @Override
    public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
        String alias = alias(tenant, id);
        return this.<String>answered(() -> {
                    try {
                        KeyMetadata key = kms.describeKey(asked -> asked.keyId(alias)).keyMetadata();
                        if (key.keyState() != KeyState.PENDING_DELETION) {
                            kms.scheduleKeyDeletion(gone -> gone.keyId(key.keyId()).pendingWindowInDays(DAYS_UNTIL_DELETION));
                        }
                        kms.deleteAlias(name -> name.aliasName(alias));
                    } catch (NotFoundException e) {
                        // It is gone, or was never made.
                    }
                    return Either.right(alias);
                })
                .swap()
                .toOption();
    }

    private <T> Either<VaultFault, T> answered(Supplier<Either<VaultFault, T>> call) {
        if (closed.get()) {
            return Either.left(new VaultFault.Unavailable("the key vault is closed"));
        }
        try {
            return call.get();
        } catch (AwsServiceException e) {
            return Either.left(new VaultFault.Unavailable("AWS KMS answers " + code(e) + " (request " + e.requestId() + ")"));
        } catch (SdkException e) {
            return Either.left(new VaultFault.Unavailable("AWS KMS: " + e.getMessage()));
        } catch (RuntimeException | StackOverflowError e) {
            return Either.left(new VaultFault.Unavailable("the answer of AWS KMS cannot be read: " + ThrownFault.text(e)));
        }
    }

    private static String code(AwsServiceException fault) {
        return fault.awsErrorDetails() == null ? "HTTP " + fault.statusCode() : fault.awsErrorDetails().errorCode();
    }

    private static String alias(Tenant tenant, ManagedKeyId id) {
        return "alias/mandate/" + tenant.name() + "/" + id.text();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            kms.close();
        }
    }

    /** No credentials are shown. */
    @Override
    public String toString() {
        return "key vault in AWS KMS";
    }
}
