package dev.mandate.engine.journal;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.IdempotencyRecord;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.Payload;
import dev.mandate.ports.spi.journal.RecordedEvent;
import dev.mandate.ports.spi.journal.RecordedMessage;
import dev.mandate.ports.spi.journal.RequestKey;
import dev.mandate.ports.spi.journal.Row;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.keys.JournalMac;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;

/**
 * The message authentication code (MAC) of each record in the journal. It is the last member of the record's JSON: {@code
 * "mac":"0123…"}, 128 bits in hexadecimal (HMAC-SHA256, shortened as RFC 2104, section 5 allows).
 *
 * <p>The MAC covers these lines, each followed by a line feed, and then the content without the MAC. Only the content can contain a line
 * feed.
 *
 * <pre>
 *   mandate/journal/mac/v1
 *   event | row | answer | message
 *   the fields that identify the record, one a line
 *   payload type
 *   schema version
 * </pre>
 *
 * <p>If a commit also records an answer, its events name that answer in the member {@code request}. So an audit detects deleted answers.
 */
public final class RecordMac {

    private static final String DOMAIN = "mandate/journal/mac/v1\n";
    private static final String MAC = "\"mac\":\"";
    private static final int DIGITS = 32;
    /** The length from the quote before {@code mac} to the end of the content. */
    private static final int LENGTH = MAC.length() + DIGITS + "\"}".length();

    private static final String REQUEST = "\"request\":";
    /** This text occurs at most once in a content: inside a JSON string its quotes would be escaped. */
    private static final String REQUEST_BEGIN = REQUEST + "{\"scope\":";

    private static final Codec<AnswerReference> REFERENCES = Codecs.of(AnswerReference.class);

    private final JournalMac key;

    public RecordMac(JournalMac key) {
        this.key = key;
    }

    /**
     * The answer that was recorded in the same commit as an event.
     *
     * @param scope of the answer's {@link RequestKey}
     * @param key of the answer's {@link RequestKey}, as stored: a hash
     * @param until when the answer expires
     */
    public record AnswerReference(String scope, String key, UnixTime until) {

        static AnswerReference to(IdempotencyRecord answer) {
            return new AnswerReference(answer.key().scope(), answer.key().key(), answer.expiresAt());
        }

        public RequestKey requestKey() {
            return new RequestKey(scope, key);
        }
    }

    /** The key under which an answer is stored: the SHA-256 of the client's key. The client's key itself is not stored. */
    static RequestKey stored(RequestKey key) {
        byte[] hash = Sha256.of(key.key().getBytes(StandardCharsets.US_ASCII)).toArray();
        return new RequestKey(key.scope(), Bytes.of(hash).toHex());
    }

    /** The payload of an event at this place, with its MAC. */
    Payload event(StreamId stream, long version, UnixTime recordedAt, Payload payload, Option<AnswerReference> answer) {
        Payload naming = answer.map(reference -> {
            StringBuilder member = new StringBuilder(REQUEST);
            REFERENCES.write(reference, member);
            return withMember(payload, member);
        }).getOrElse(payload);
        return withMac(eventPlace(stream, version, recordedAt), naming);
    }

    /** The same row with its MAC. */
    Row row(Row row) {
        return new Row(row.key(), withMac(place(row), row.value()));
    }

    /** The same answer with its MAC. */
    IdempotencyRecord answer(IdempotencyRecord answer) {
        return new IdempotencyRecord(answer.key(), answer.requestDigest(), withMac(place(answer), answer.answer()), answer.expiresAt());
    }

    /** The same message with its MAC. */
    OutboxMessage message(OutboxMessage message, UnixTime recordedAt) {
        return new OutboxMessage(
                message.topic(), message.tenant(), message.stream(), withMac(messagePlace(message, recordedAt), message.payload()));
    }

    /** The payload of a stored row with this MAC instead of the one that it has. */
    Payload again(Row row) {
        return again(place(row), row.value());
    }

    /** The payload of a stored answer with this MAC instead of the one that it has. */
    Payload again(IdempotencyRecord answer) {
        return again(place(answer), answer.answer());
    }

    /** The payload of a stored message with this MAC instead of the one that it has. */
    Payload again(RecordedMessage message) {
        return again(messagePlace(message.message(), message.recordedAt()), message.message().payload());
    }

    private Payload again(String place, Payload payload) {
        return withMac(place, with(payload, withoutMac(payload)));
    }

    /** What is wrong with the MAC of a stored event; none if it is right. */
    public Option<String> wrong(RecordedEvent event) {
        return wrong(key.at(event.position()), eventPlace(event.stream(), event.version(), event.recordedAt()), event.payload())
                .map(why -> "event " + event.version() + " of " + event.stream() + " at position " + event.position() + why);
    }

    /** What is wrong with the MAC of a stored row; none if it is right. */
    public Option<String> wrong(Row row) {
        return wrong(place(row), row.value()).map(why -> "row " + row.key() + why);
    }

    /** What is wrong with the MAC of a stored answer; none if it is right. */
    public Option<String> wrong(IdempotencyRecord answer) {
        return wrong(place(answer), answer.answer())
                .map(why -> "answer " + answer.key().key() + " of " + answer.key().scope() + why);
    }

    /** What is wrong with the MAC of a stored message; none if it is right. */
    public Option<String> wrong(RecordedMessage message) {
        return wrong(messagePlace(message.message(), message.recordedAt()), message.message().payload())
                .map(why -> "message " + message.number() + " about " + message.message().stream() + why);
    }

    /** The payload without MAC and request, as the engine wrote it. A payload without them is returned unchanged. */
    public static Payload bare(Payload payload) {
        if (!hasMac(payload)) {
            return payload;
        }
        String content = withoutMac(payload);
        int request = content.lastIndexOf(REQUEST_BEGIN);
        return with(payload, request < 0 ? content : withoutFrom(content, request));
    }

    /** The answer that an event names, if any. The event's MAC is not checked. */
    public static Option<AnswerReference> answerOf(RecordedEvent event) {
        int request = event.payload().content().lastIndexOf(REQUEST_BEGIN);
        if (request < 0 || !hasMac(event.payload())) {
            return Option.none();
        }
        String content = withoutMac(event.payload());
        try {
            return Option.some(JsonReader.read(content.substring(request + REQUEST.length(), content.length() - 1), REFERENCES::read));
        } catch (IllegalArgumentException edited) {
            return Option.none();
        }
    }

    private static String eventPlace(StreamId stream, long version, UnixTime recordedAt) {
        return "event\n" + stream.kind() + "\n" + stream.id() + "\n" + version + "\n" + recordedAt.seconds() + "\n";
    }

    private static String place(Row row) {
        // The last line is for an expiry, which no row has.
        return "row\n" + row.key().kind() + "\n" + row.key().key() + "\n-\n";
    }

    private static String place(IdempotencyRecord answer) {
        return "answer\n" + answer.key().scope() + "\n" + answer.key().key() + "\n"
                + Bytes.of(answer.requestDigest().toArray()).toHex() + "\n" + answer.expiresAt().seconds() + "\n";
    }

    private static String messagePlace(OutboxMessage message, UnixTime recordedAt) {
        return "message\n" + message.topic() + "\n" + message.tenant().name() + "\n" + message.stream().kind() + "\n" + message.stream().id() + "\n"
                + recordedAt.seconds() + "\n";
    }

    private Payload withMac(String place, Payload payload) {
        return withMember(payload, MAC + digits(key, place, payload, payload.content()) + '"');
    }

    private static String digits(JournalMac key, String place, Payload payload, String content) {
        String text = DOMAIN + place + payload.type() + "\n" + payload.schemaVersion() + "\n" + content;
        return Bytes.of(key.of(text).toArray(), 0, DIGITS / 2).toHex();
    }

    private Option<String> wrong(String place, Payload payload) {
        return wrong(key, place, payload);
    }

    private static Option<String> wrong(JournalMac key, String place, Payload payload) {
        if (!hasMac(payload)) {
            return Option.some(" has no MAC");
        }
        String expected = digits(key, place, payload, withoutMac(payload));
        boolean right = payload.content().regionMatches(payload.content().length() - DIGITS - 2, expected, 0, DIGITS);
        return Option.when(!right, " has a wrong MAC: it was not written with this operator's secret, or was changed since");
    }

    private static boolean hasMac(Payload payload) {
        String content = payload.content();
        int from = content.length() - LENGTH;
        return from > 0
                && (content.charAt(from - 1) == ',' || content.charAt(from - 1) == '{')
                && content.startsWith(MAC, from)
                && content.endsWith("\"}");
    }

    private static String withoutMac(Payload payload) {
        return withoutFrom(payload.content(), payload.content().length() - LENGTH);
    }

    /** Removes the members from {@code from} to the end of the object, with the comma before them. */
    private static String withoutFrom(String content, int from) {
        return content.substring(0, content.charAt(from - 1) == ',' ? from - 1 : from) + "}";
    }

    /** Adds a member at the end of the object. */
    private static Payload withMember(Payload payload, CharSequence member) {
        String content = payload.content();
        if (!content.startsWith("{") || !content.endsWith("}")) {
            throw new IllegalArgumentException("the payload " + payload.type() + " is no JSON object");
        }
        return with(payload, content.substring(0, content.length() - 1) + (content.length() > 2 ? "," : "") + member + "}");
    }

    private static Payload with(Payload payload, String content) {
        return new Payload(payload.type(), payload.schemaVersion(), content);
    }
}
