package dev.mandate.engine.submission;

import dev.mandate.ports.spi.journal.JournalReader;
import dev.mandate.engine.parts.PerTenant;
import dev.mandate.engine.workers.Backoff;
import dev.mandate.engine.workers.DeliveryTerms;
import dev.mandate.engine.workers.RetryPolicy;
import dev.mandate.ports.spi.outbox.Delivery;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.outbox.DeliveryFailure;
import dev.mandate.ports.spi.outbox.MessageHandler;
import io.vavr.control.Option;
import java.time.Duration;

/** Drives submissions until each is final. Handles the messages of {@link SubmissionRepository#TOPIC}. */
public final class SubmissionWork implements MessageHandler {

    /**
     * A submission is tried for as long as it is not final; its message never becomes a dead letter. While a blockhash may live, its bytes are
     * sent again about every two seconds. With a nonce it may take years, so after many tries the pauses grow and leave time for other
     * submissions.
     */
    public static final DeliveryTerms TERMS = new DeliveryTerms(
            new RetryPolicy(Integer.MAX_VALUE, new Backoff(Duration.ofSeconds(3), Duration.ofSeconds(3)))
                    .slowingDown(120, new Backoff(Duration.ofSeconds(30), Duration.ofMinutes(5))),
            60,
            4,
            Duration.ofMillis(250));

    private final JournalReader journal;
    private final PerTenant<SubmissionDriver> drivers;
    private final CompletionHandler aftermath;

    /**
     * A handler for submissions.
     *
     * @param aftermath called for each final submission, at least once
     */
    public SubmissionWork(JournalReader journal, PerTenant<SubmissionDriver> drivers, CompletionHandler aftermath) {
        this.journal = journal;
        this.drivers = drivers;
        this.aftermath = aftermath;
    }

    @Override
    public Option<DeliveryFailure> deliver(Delivery delivery) {
        SubmissionRecord record = SubmissionRepository.about(journal, delivery.message().message());
        return drivers.of(record.subject().tenant(), record.subject().network())
                .map(driver -> failure(driver.driveAlone(record)))
                .getOrElse(() -> Option.some(new DeliveryFailure.Transient("its network is not configured here")));
    }

    private Option<DeliveryFailure> failure(Progress progress) {
        return switch (progress) {
            case Progress.Unsigned(var unsigned, VaultFault.Unavailable fault) ->
                Option.some(new DeliveryFailure.Waiting("the key vault did not sign: " + fault));
            case Progress.Unsigned(var unsigned, var fault) ->
                Option.some(new DeliveryFailure.Transient("the key vault did not sign: " + fault));
            case Progress.Open(var open, String reason) -> Option.some(new DeliveryFailure.Transient(reason));
            case Progress.Over(SubmissionRecord over) -> aftermath.settle(over).map(DeliveryFailure.Transient::new);
        };
    }
}
