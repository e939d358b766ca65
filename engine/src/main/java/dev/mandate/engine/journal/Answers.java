package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.journal.Commit;
import dev.mandate.ports.journal.IdempotencyRecord;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.custody.Retry;
import dev.mandate.ports.time.ServerClock;
import io.vavr.control.Option;

/**
 * Answers of one kind, kept under the names that clients give their requests: whoever repeats a request is answered as the first time.
 *
 * @param type what the kind is called in the journal
 */
public record Answers(Journal journal, ServerClock clock, String type) {

    private static final Codec<String> TEXT = Codecs.of(String.class);
    private static final Codec<String> CODEC = Codecs.codec(
            named -> "{\"answer\":" + TEXT.shape(named) + "}",
            (answer, out) -> {
                out.append("{\"answer\":");
                TEXT.write(answer, out);
                out.append('}');
            },
            in -> {
                in.expect("{\"answer\":");
                String answer = TEXT.read(in);
                in.expect("}");
                return answer;
            });

    /** What is known of a request under its name. */
    public sealed interface Earlier {

        /** Nothing: it is the first, or bears no name. */
        record Nothing() implements Earlier {}

        /** The same was asked before, and answered so. */
        record Same(String answer) implements Earlier {}

        /** Its name was used for something else. */
        record Other() implements Earlier {}
    }

    /** What was asked before under the name of {@code retry}. While the clock may be wrong no answer has expired. */
    public Earlier find(Retry retry) {
        return retry.name()
                .flatMap(key -> journal.answered(key, clock.undisputed().getOrElse(new UnixTime(0))))
                .map(recorded -> compare(retry, recorded))
                .getOrElse(Earlier.Nothing::new);
    }

    /** What {@code recorded}, which stands under the name of {@code retry}, is to it. */
    public Earlier compare(Retry retry, IdempotencyRecord recorded) {
        return Option.when(recorded.answer().type().equals(type), recorded::answer)
                .filter(answer -> retry instanceof Retry.Named named && named.digest().equals(recorded.requestDigest()))
                .<Earlier>map(answer -> new Earlier.Same(payloads().read(answer, "answer " + recorded.key().key())))
                .getOrElse(Earlier.Other::new);
    }

    /** {@code commit}, with the answer to the request under its name, if it has one. */
    public Commit add(Commit commit, Retry retry, String answer) {
        return switch (retry) {
            case Retry.Unnamed unnamed -> commit;
            case Retry.Named(var key, var digest, var until) ->
                commit.answering(new IdempotencyRecord(key, digest, payloads().write(answer), until));
        };
    }

    private PayloadType<String> payloads() {
        return new PayloadType<>(type, CODEC);
    }
}
