package dev.mandate.engine.limit;

import dev.mandate.engine.agreement.LimitClocks;
import dev.mandate.engine.parts.PerTenant;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.enginelimit.EngineLimitCommand;
import dev.mandate.domain.enginelimit.EngineLimitSubject;
import dev.mandate.engine.journal.Entity;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.ports.spi.keys.KeyVault;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Ends limits that have expired or are no longer on the chain, and destroys the policy keys of limits a day after their end. Handles the messages of {@link
 * EngineLimitRepository#TOPIC}.
 */
public final class EngineLimitWork implements MessageHandler {

    /** A limit in force is looked at about every half hour. Its uses are refused in time whether it was looked at or not. */
    public static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(Integer.MAX_VALUE, new Backoff(Duration.ofSeconds(2), Duration.ofHours(1))),
            60,
            2,
            Duration.ofMillis(250));

    /** A limit that nobody has created on the chain after so long is over. The longest time lock is half of that. */
    private static final long UNCREATED_SECONDS = 15_552_000;

    /** A limit that was used may be missing at a node that lags. No node lags so long and counts as healthy. */
    private static final long LAG_SECONDS = 3_600;

    /** The key of a limit that is over is kept so long. */
    private static final long KEY_KEPT_SECONDS = 86_400;

    private final Journal journal;
    private final ServerClock clock;
    private final PerTenant<EngineLimits> limits;
    private final Option<KeyVault> vault;

    public EngineLimitWork(Journal journal, ServerClock clock, PerTenant<EngineLimits> limits, Option<KeyVault> vault) {
        this.journal = journal;
        this.clock = clock;
        this.limits = limits;
        this.vault = vault;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) {
        OutboxMessage message = delivery.message().message();
        Entity<EngineLimit> limit = EngineLimitRepository.about(journal, message);
        boolean isOver = limit.state().ended().isDefined();
        return (isOver && !EngineLimitRepository.isAboutKey(message) ? Option.<String>none() : read(limit.state(), (kept, found) -> isOver
                        ? destroy(limit)
                        : watch(kept, limit, found)))
                .map(DeliveryFailure.Transient::new);
    }

    /** Nothing ends for good while the clocks disagree, or while the server's clock may be wrong. */
    private Option<String> read(EngineLimit limit, BiFunction<EngineLimits, LimitClocks.Reading, Option<String>> next) {
        return limits.of(limit.subject().tenant(), limit.subject().network())
                .map(kept -> clock.undisputed().isEmpty()
                        ? Option.some("the clock may be wrong")
                        : kept.look(limit).fold(refusal -> Option.some(EngineLimits.reason(refusal)), found -> next.apply(kept, found)))
                .getOrElse(() -> Option.some("its network is not configured here"));
    }

    private Option<String> destroy(Entity<EngineLimit> limit) {
        EngineLimitSubject subject = limit.state().subject();
        return clock.now().isBefore(limit.at().plusSeconds(KEY_KEPT_SECONDS))
                ? Option.some("its key is kept for a day")
                : vault.fold(
                        () -> Option.some("no vault is configured here"),
                        keys -> keys.destroy(subject.tenant(), subject.key())
                                .map(fault -> "the policy key is not destroyed yet: " + fault));
    }

    private Option<String> watch(EngineLimits limits, Entity<EngineLimit> limit, LimitClocks.Reading found) {
        Option<Ending> ending = limit.state()
                .over(found.clock().reading())
                .orElse(() -> Option.when(found.accounts().owned().isEmpty() && isGone(limit), Ending.REMOVED));
        if (limits.counted(limit.state()).isLeft()) {
            return Option.some(EngineLimits.UNCOUNTED);
        }
        return ending.fold(
                () -> Option.some("it is in force"),
                how -> {
                    // Somebody else may have ended it. The commit that does sends the message that destroys its key.
                    var unused = limits.book().tell(limit.state().subject().limit(), new EngineLimitCommand.End(how), found.clock());
                    return Option.none();
                });
    }

    /** A limit that was used was on the chain. Others may still be created by a proposal. The server's clock recorded the last event. */
    private boolean isGone(Entity<EngineLimit> limit) {
        long wait = limit.state().windows().nonEmpty() ? LAG_SECONDS : UNCREATED_SECONDS;
        return clock.now().secondsSince(limit.at()) > wait;
    }
}
