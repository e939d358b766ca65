package dev.mandate.simulator.keys;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.audit.JournalId;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A vault whose keys are derived from their ids. Anyone can derive them. */
public final class TestKeyVault implements KeyVault {

    private final Set<String> made;
    private final AtomicBoolean silent;
    private final AtomicReference<Option<JournalId>> journal;
    private volatile boolean unsigning;
    private volatile boolean closed;

    /** A vault without keys. */
    public TestKeyVault() {
        this(ConcurrentHashMap.newKeySet(), new AtomicBoolean(), new AtomicReference<>(Option.none()));
    }

    private TestKeyVault(Set<String> made, AtomicBoolean silent, AtomicReference<Option<JournalId>> journal) {
        this.made = made;
        this.journal = journal;
        this.silent = silent;
    }

    /** Returns another instance on the same keys. */
    public TestKeyVault again() {
        return new TestKeyVault(made, silent, journal);
    }

    /** No instance answers until this is called with {@code false}. */
    public void silent(boolean from) {
        silent.set(from);
    }

    /** This instance finds and makes keys, and signs nothing until it is called with {@code false}: a service has limits for each operation. */
    public void unsigning(boolean from) {
        unsigning = from;
    }

    private boolean isSilent() {
        return closed || silent.get();
    }

    /** The number of keys that were made and not destroyed. */
    public int keys() {
        return made.size();
    }

    @Override
    public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
        return isSilent()
                ? Either.left(new VaultFault.Unavailable("silent"))
                : Either.right(Option.when(made.contains(label(tenant, id)), () -> key(tenant, id).address()));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
        if (isSilent()) {
            return Either.left(new VaultFault.Unavailable("silent"));
        }
        made.add(label(tenant, id));
        return Either.right(key(tenant, id).address());
    }

    @Override
    public Either<VaultFault, Signature> sign(AuthorizedMessage message) {
        if (isSilent() || unsigning) {
            return Either.left(new VaultFault.Unavailable("silent"));
        }
        if (!made.contains(label(message.tenant(), message.key()))) {
            return Either.left(new VaultFault.UnknownKey(message.key()));
        }
        TestKey key = key(message.tenant(), message.key());
        return key.address().equals(message.signer())
                ? Either.right(key.sign(message.message()))
                : Either.left(new VaultFault.Damaged(message.key(), "the key is that of another address"));
    }

    @Override
    public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
        if (isSilent()) {
            return Option.some(new VaultFault.Unavailable("silent"));
        }
        made.remove(label(tenant, id));
        return Option.none();
    }

    @Override
    public Option<JournalBinding> journalBinding() {
        return Option.some(new JournalBinding() {
            @Override
            public Either<String, Content> read() {
                return isSilent() ? Either.left("silent") : Either.right(new Content(journal.get(), made.size()));
            }

            @Override
            public Option<String> bind(JournalId to) {
                if (isSilent()) {
                    return Option.some("silent");
                }
                journal.set(Option.some(to));
                return Option.none();
            }
        });
    }

    @Override
    public void close() {
        closed = true;
    }

    private static TestKey key(Tenant tenant, ManagedKeyId id) {
        return TestKey.of(label(tenant, id));
    }

    private static String label(Tenant tenant, ManagedKeyId id) {
        return "vault/" + tenant + "/" + id;
    }
}
