package dev.mandate.engine.journal;

import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.control.Option;

/**
 * Stored answers to requests of one kind. A client that repeats a request under the same name receives the first answer again.
 *
 * @param type the payload type of these answers in the journal
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

    /** The result of looking up a request by its name. */
    public sealed interface Earlier {

        /** No answer is recorded: this is the first request under the name, or the request has no name. */
        record Nothing() implements Earlier {}

        /** The same request has this answer. */
        record Same(String answer) implements Earlier {}

        /** Another request used this name. */
        record Other() implements Earlier {}
    }

    /** Finds the earlier request with the name of {@code retry}. While the clock may be wrong, no answer counts as expired. */
    public Earlier find(Retry retry) {
        return retry.name()
                .flatMap(journal::answered)
                .filter(recorded -> clock.undisputed().forAll(recorded::isAlive))
                .map(recorded -> compare(retry, recorded))
                .getOrElse(Earlier.Nothing::new);
    }

    /** Compares {@code retry} with {@code recorded}, the record under its name. */
    public Earlier compare(Retry retry, IdempotencyRecord recorded) {
        return Option.when(recorded.answer().type().equals(type), recorded::answer)
                .filter(answer -> retry instanceof Retry.Named named && named.digest().equals(recorded.requestDigest()))
                .<Earlier>map(answer -> new Earlier.Same(payloads().read(answer, "answer " + recorded.key().key())))
                .getOrElse(Earlier.Other::new);
    }

    /** {@code commit} with the answer to the request, if the request has a name. */
    public Commit add(Commit commit, Retry retry, String answer) {
        return switch (retry) {
            case Retry.Unnamed unnamed -> commit;
            case Retry.Named(var key, var digest, var until) ->
                commit.answering(new IdempotencyRecord(key, digest, payloads().write(answer), until));
        };
    }

    private PayloadType<String> payloads() {
        return new PayloadType<>(type, SchemaVersions.FIRST, CODEC);
    }
}
