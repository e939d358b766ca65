package dev.mandate.app.serve;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import dev.mandate.ports.spi.keys.JournalBinding;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.keys.VaultFault;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts the signatures and faults of a vault, and logs when it goes away and when it is back. While nobody uses it, it is asked every half minute; while
 * it is away, every two seconds.
 */
final class WatchedVault implements KeyVault {

    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY_WHILE_AWAY = Duration.ofSeconds(2);

    private final KeyVault vault;
    private final ServeLog log;
    private final Counter signatures;
    private final Counter unavailable;
    private final Counter unknownKey;
    private final Counter damaged;
    private final AtomicBoolean up = new AtomicBoolean(true);
    private Option<Thread> thread = Option.none();

    WatchedVault(KeyVault vault, ServeLog log, MeterRegistry meters) {
        this.vault = vault;
        this.log = log;
        this.signatures = Counter.builder("mandate_vault_signatures").description("Signatures of the key vault").register(meters);
        this.unavailable = faults(meters, "unavailable");
        this.unknownKey = faults(meters, "unknown_key");
        this.damaged = faults(meters, "damaged");
        var unused = Gauge.builder("mandate_vault_up", () -> up.get() ? 1 : 0)
                .description("1 if the key vault answered the last call")
                .strongReference(true)
                .register(meters);
    }

    private static Counter faults(MeterRegistry meters, String fault) {
        return Counter.builder("mandate_vault_faults").description("Calls of the key vault that failed").tag("fault", fault).register(meters);
    }

    /** Asks the vault from time to time, until it is closed. */
    void watch() {
        thread = Option.some(Thread.ofVirtual().name("vault-watch").start(() -> {
            try {
                while (true) {
                    Thread.sleep(up.get() ? LOOK_EVERY : LOOK_EVERY_WHILE_AWAY);
                    var unused = find(AuthorizedMessage.OPERATOR, AuthorizedMessage.FEE_PAYER);
                }
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        }));
    }

    @Override
    public Either<VaultFault, Option<Address>> find(Tenant tenant, ManagedKeyId id) {
        return counted(vault.find(tenant, id));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id) {
        return counted(vault.ensure(tenant, id));
    }

    @Override
    public Either<VaultFault, Address> ensure(Tenant tenant, ManagedKeyId id, Address known) {
        return counted(vault.ensure(tenant, id, known));
    }

    @Override
    public Either<VaultFault, Signature> sign(AuthorizedMessage message) {
        return counted(vault.sign(message)).peek(signature -> signatures.increment());
    }

    @Override
    public Option<VaultFault> destroy(Tenant tenant, ManagedKeyId id) {
        return counted(vault.destroy(tenant, id).toEither(id).swap()).swap().toOption();
    }

    private <T> Either<VaultFault, T> counted(Either<VaultFault, T> answer) {
        answer.swap().forEach(fault -> (switch (fault) {
                    case VaultFault.Unavailable away -> unavailable;
                    case VaultFault.UnknownKey unknown -> unknownKey;
                    case VaultFault.Damaged wrong -> damaged;
                })
                .increment());
        if (answer.isLeft() && answer.getLeft() instanceof VaultFault.Unavailable(String detail, var cause)) {
            if (up.compareAndSet(true, false)) {
                log.error("vault", "-", "the key vault does not answer: " + detail);
            }
        } else if (up.compareAndSet(false, true)) {
            log.event("vault", "-", "the key vault answers again");
        }
        return answer;
    }

    @Override
    public Option<JournalBinding> journalBinding() {
        return vault.journalBinding();
    }

    @Override
    public void close() {
        thread.forEach(Thread::interrupt);
        vault.close();
    }

    /** The vault; no key is shown. */
    @Override
    public String toString() {
        return vault.toString();
    }
}
