package dev.mandate.adapters.kms.file;

import dev.mandate.adapters.kms.KeyFileProblem;
import dev.mandate.adapters.kms.OwnerOnlyFile;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.file.OwnerOnly;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * Keys in files, one file a key. Each is sealed by AES-256-GCM under a data key of its own, the data key under a key-encryption key that
 * Argon2id (RFC 9106) makes of a passphrase. A changed bit, a file in another's place and another passphrase are each noticed.
 *
 * <p>The folder may be unreadable or missing for a while: calls are then answered {@link VaultFault.Unavailable}, and the first call after its return is
 * served.
 *
 * <p>A key is opened for one signature, and not kept in memory. Processes on the same folder share its keys.
 */
public final class FileVault implements KeyVault {

    private final VaultFolder folder;
    private volatile Option<VaultHeader.Unlocked> unlocked;

    private FileVault(VaultFolder folder, VaultHeader.Unlocked unlocked) {
        this.folder = folder;
        this.unlocked = Option.some(unlocked);
    }

    /** Opens the vault in {@code folder}. */
    public static Either<KeyFileProblem, FileVault> open(Path folder, byte[] passphrase) {
        VaultFolder files = new VaultFolder(folder);
        return files.header()
                .flatMap(header -> header.unlock(folder, passphrase))
                .flatMap(unlocked -> opened(files, unlocked));
    }

    private static Either<KeyFileProblem, FileVault> opened(VaultFolder files, VaultHeader.Unlocked unlocked) {
        return files.locked(() -> {
            // A change of the passphrase was interrupted right before its end.
            if (inForce(files, unlocked.header())) {
                files.removeOtherGenerations(unlocked.header());
            }
            OwnerOnly.makeFolder(files.generation(unlocked.header()));
            return new FileVault(files, unlocked);
        });
    }

    /** Opens the vault in {@code folder}, which is made if there is none. Concurrent processes get the same vault. */
    public static Either<KeyFileProblem, FileVault> openOrCreate(Path folder, byte[] passphrase) {
        return openOrCreate(folder, passphrase, Argon2Cost.RECOMMENDED);
    }

    static Either<KeyFileProblem, FileVault> openOrCreate(Path folder, byte[] passphrase, Argon2Cost cost) {
        VaultFolder files = new VaultFolder(folder);
        Either<KeyFileProblem, FileVault> opened = open(folder, passphrase);
        if (opened.isRight() || !(opened.getLeft() instanceof KeyFileProblem.Missing)) {
            return opened;
        }
        VaultHeader.Unlocked made = VaultHeader.make(cost, 1, passphrase);
        Option<KeyFileProblem> problem = files.headerFile().createOnce(made.header().bytes());
        if (problem.isDefined()) {
            return Either.left(problem.get());
        }
        return inForce(files, made.header()) ? opened(files, made) : open(folder, passphrase);
    }

    /**
     * Seals the vault in {@code folder} with another passphrase: each data key is sealed anew. A crash at any moment leaves a vault that one of
     * the two passphrases opens whole. Processes that use the vault answer {@link VaultFault.Unavailable} from then on.
     *
     * @return how many keys it has
     */
    public static Either<KeyFileProblem, Integer> changePassphrase(Path folder, byte[] passphrase, byte[] fresh) {
        return changePassphrase(folder, passphrase, fresh, Argon2Cost.RECOMMENDED);
    }

    static Either<KeyFileProblem, Integer> changePassphrase(Path folder, byte[] passphrase, byte[] fresh, Argon2Cost cost) {
        VaultFolder files = new VaultFolder(folder);
        return files.header()
                .flatMap(header -> header.unlock(folder, passphrase))
                .flatMap(old -> files.locked(() -> inForce(files, old.header())
                        ? Rewrapping.run(files, old, fresh, cost)
                        : Either.<KeyFileProblem, Integer>left(new KeyFileProblem.WrongPassphrase(folder))))
                .flatMap(Function.identity());
    }

    @Override
    public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
        return key(tenant, id).fold(
                fault -> fault instanceof VaultFault.UnknownKey ? Either.right(Option.none()) : Either.left(fault),
                key -> Either.right(Option.some(address(key))));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
        return find(tenant, id).flatMap(existing -> existing.<Either<VaultFault, Address>>map(Either::right)
                .getOrElse(() -> make(tenant, id).toEither(id).swap().flatMap(made -> key(tenant, made)).map(FileVault::address)));
    }

    @Override
    public Either<VaultFault, Signature> sign(AuthorizedMessage message) {
        return key(message.tenant(), message.key()).flatMap(key -> address(key).equals(message.signer())
                ? Either.right(signature(key, message.message().toArray()))
                : Either.left(new VaultFault.Damaged(message.key(), "its address is " + address(key) + ", not " + message.signer())));
    }

    private static Signature signature(Ed25519PrivateKeyParameters key, byte[] message) {
        Ed25519Signer signer = new Ed25519Signer();
        signer.init(true, key);
        signer.update(message, 0, message.length);
        return new Signature(Bytes.of(signer.generateSignature()));
    }

    private static Address address(Ed25519PrivateKeyParameters key) {
        return Address.of(key.generatePublicKey().getEncoded());
    }

    private Either<VaultFault, Ed25519PrivateKeyParameters> key(Tenant tenant, ManagedKeyId id) {
        return unlocked().flatMap(open -> {
            String name = VaultFolder.name(tenant, id);
            return content(open, file(open, name), id)
                    .flatMap(bytes -> SealedSeed.parse(bytes)
                            .flatMap(sealed -> sealed.open(open.key(), name))
                            .map(Ed25519PrivateKeyParameters::new)
                            .toEither(() -> new VaultFault.Damaged(
                                    id, "the file of key " + name + " was changed, or is that of another key")));
        });
    }

    /** The folder may be away at the first look. Only a folder that is there says that it has no such key. */
    private Either<VaultFault, byte[]> content(VaultHeader.Unlocked open, OwnerOnlyFile file, ManagedKeyId id) {
        Either<VaultFault, byte[]> content = file.read(SealedSeed.BYTES).mapLeft(problem -> fault(id, problem));
        return content.swap().exists(VaultFault.UnknownKey.class::isInstance)
                ? away(open).<Either<VaultFault, byte[]>>map(Either::left)
                        .getOrElse(() -> file.read(SealedSeed.BYTES).mapLeft(problem -> fault(id, problem)))
                : content;
    }

    private static VaultFault fault(ManagedKeyId id, KeyFileProblem problem) {
        return switch (problem) {
            case KeyFileProblem.Missing missing -> new VaultFault.UnknownKey(id);
            case KeyFileProblem.Damaged damaged -> new VaultFault.Damaged(id, damaged.text());
            case KeyFileProblem other -> unavailable(other);
        };
    }

    /** Why the files of the keys cannot be used now; none if they can. */
    private Option<VaultFault> away(VaultHeader.Unlocked open) {
        Path keys = folder.generation(open.header());
        return folder.header()
                .<Option<VaultFault>>fold(
                        problem -> Option.some(unavailable(problem)),
                        header -> Option.when(!header.equals(open.header()), FileVault::superseded))
                .orElse(() -> Option.when(!Files.isDirectory(keys), () -> new VaultFault.Unavailable("there is no folder " + keys)));
    }

    private Option<VaultFault> make(Tenant tenant, ManagedKeyId id) {
        Either<VaultFault, VaultHeader.Unlocked> opened = unlocked();
        if (opened.isLeft()) {
            return Option.some(opened.getLeft());
        }
        VaultHeader.Unlocked open = opened.get();
        String name = VaultFolder.name(tenant, id);
        byte[] content = SealedSeed.seal(open.key(), name, AesKey.random(Ed25519PrivateKeyParameters.KEY_SIZE)).bytes();
        // Under the lock, so that a change of the passphrase misses no key.
        return folder.locked(() -> away(open).orElse(() -> file(open, name).createOnce(content).map(FileVault::unavailable)))
                .fold(problem -> Option.some(unavailable(problem)), Function.identity());
    }

    /** Removes the key's file. Backups may still hold it. */
    @Override
    public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
        return unlocked().fold(Option::some, open -> folder.locked(() -> away(open)
                        .orElse(() -> file(open, VaultFolder.name(tenant, id)).delete().map(FileVault::unavailable)))
                .fold(problem -> Option.some(unavailable(problem)), Function.identity()));
    }

    @Override
    public Option<JournalBinding> journalBinding() {
        return Option.some(new JournalBinding() {
            @Override
            public Either<String, Content> read() {
                return unlocked().flatMap(open -> away(open).toEither(open).swap()).mapLeft(FileVault::text).flatMap(FileVault.this::content);
            }

            @Override
            public Option<String> bind(JournalId journal) {
                return unlocked()
                        .fold(Option::some, open -> folder.locked(() -> away(open)
                                        .orElse(() -> file(open, VaultFolder.JOURNAL)
                                                .replace(SealedJournalId.seal(open.key(), journal))
                                                .map(FileVault::unavailable)))
                                .fold(problem -> Option.some(unavailable(problem)), Function.identity()))
                        .map(FileVault::text);
            }
        });
    }

    private Either<String, JournalBinding.Content> content(VaultHeader.Unlocked open) {
        Either<KeyFileProblem, byte[]> sealed = file(open, VaultFolder.JOURNAL).read(SealedJournalId.BYTES);
        Either<KeyFileProblem, Option<JournalId>> journal = sealed.isLeft() && sealed.getLeft() instanceof KeyFileProblem.Missing
                ? Either.right(Option.none())
                : sealed.flatMap(content -> SealedJournalId.open(open.key(), content)
                        .<KeyFileProblem>toEither(() -> new KeyFileProblem.Damaged(
                                folder.generation(open.header()).resolve(VaultFolder.JOURNAL), "changed, or that of another vault"))
                        .map(Option::some));
        return journal.flatMap(bound -> folder.locked(() -> VaultFolder.keys(folder.generation(open.header())).length())
                        .map(keys -> new JournalBinding.Content(bound, keys)))
                .mapLeft(KeyFileProblem::text);
    }

    private static String text(VaultFault fault) {
        return fault instanceof VaultFault.Unavailable(String detail, var cause) ? detail : fault.toString();
    }

    private static VaultFault unavailable(KeyFileProblem problem) {
        return new VaultFault.Unavailable(problem.text());
    }

    private OwnerOnlyFile file(VaultHeader.Unlocked open, String name) {
        return new OwnerOnlyFile(folder.generation(open.header()).resolve(name));
    }

    private Either<VaultFault, VaultHeader.Unlocked> unlocked() {
        return unlocked.toEither(() -> new VaultFault.Unavailable("the key vault is closed"));
    }

    private static VaultFault superseded() {
        return new VaultFault.Unavailable("the vault's passphrase was changed since this process started");
    }

    private static boolean inForce(VaultFolder folder, VaultHeader header) {
        return folder.header().exists(header::equals);
    }

    /** Forgets the key-encryption key. */
    @Override
    public void close() {
        unlocked = Option.none();
    }

    /** The folder; no key is shown. */
    @Override
    public String toString() {
        return "key vault in " + folder.path();
    }
}
