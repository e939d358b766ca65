package dev.mandate.adapters.http.json;

import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.cache.BoundedCache;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Writes an answer as UTF-8 on one line, escaping what RFC 8259, section 7, demands and nothing else. Not thread-safe.
 *
 * <p>Nearly all of an answer is text that needs no escape, so that it is looked through eight bytes at a time and copied: a general writer,
 * which goes by characters, takes thrice as long, and was the dearest part of most answers. Half of a surrogate pair, which no UTF-8
 * spells, becomes a question mark.
 */
final class JsonWriter {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    /** Names with a comma, their quotes and a colon: the same few in every answer. */
    private static final BoundedCache<String, byte[]> NAMES = new BoundedCache<>(10);

    private byte[] target;
    private int length;

    private JsonWriter(int room) {
        target = new byte[room];
    }

    /** The text of {@code value}. */
    static Bytes write(JsonValue value) {
        JsonWriter writer = new JsonWriter(4_096);
        value.writeTo(writer);
        return Bytes.of(writer.target, 0, writer.length);
    }

    /** The name of an object's first field, and the colon behind it. */
    void firstName(String name) {
        byte[] spelled = NAMES.find(name, JsonWriter::spelled);
        raw(spelled, 1, spelled.length - 1);
    }

    /** What parts two fields, the name of the second, and the colon behind it. */
    void nextName(String name) {
        byte[] spelled = NAMES.find(name, JsonWriter::spelled);
        raw(spelled, 0, spelled.length);
    }

    private static byte[] spelled(String name) {
        JsonWriter writer = new JsonWriter(name.length() + 4);
        writer.mark(',');
        writer.text(name);
        writer.mark(':');
        return Arrays.copyOf(writer.target, writer.length);
    }

    /** A text, between quotes. */
    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ensure(utf8.length + 2);
        target[length++] = '"';
        int plain = plainPrefix(utf8);
        System.arraycopy(utf8, 0, target, length, plain);
        length += plain;
        for (int i = plain; i < utf8.length; i++) {
            character(utf8[i]);
        }
        mark('"');
    }

    /** Bytes, between quotes in base64, in which nothing needs an escape. */
    void base64(Bytes bytes) {
        mark('"');
        raw(Base64.getEncoder().encode(bytes.toArray()));
        mark('"');
    }

    /** What is spelled in ASCII and needs no quotes. */
    void word(String ascii) {
        raw(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    /** How many bytes from the first need no escape; where one does, or there are fewer than eight, up to seven may be left out. */
    private static int plainPrefix(byte[] utf8) {
        int last = utf8.length - Long.BYTES;
        for (int at = 0; at <= last; at += Long.BYTES) {
            if (needsEscape(utf8, at)) {
                return at;
            }
        }
        return last < 0 || needsEscape(utf8, last) ? utf8.length & -Long.BYTES : utf8.length;
    }

    /** Whether one of the eight bytes from {@code at} does. With its second bit turned over a quote stands right behind the controls. */
    private static boolean needsEscape(byte[] utf8, int at) {
        long eight = (long) LONGS.get(utf8, at);
        return (below(eight ^ 0x02 * EACH, 0x21) | below(eight ^ '\\' * EACH, 1)) != 0;
    }

    /** Not zero if, and only if, one of the eight bytes, unsigned, is below {@code limit}, which is 0x80 at most. */
    private static long below(long eight, int limit) {
        return (eight - limit * EACH) & ~eight & HIGH_BITS;
    }

    private void character(byte utf8) {
        switch (utf8) {
            case '"' -> escape('"');
            case '\\' -> escape('\\');
            case '\b' -> escape('b');
            case '\f' -> escape('f');
            case '\n' -> escape('n');
            case '\r' -> escape('r');
            case '\t' -> escape('t');
            default -> {
                if (utf8 >= 0 && utf8 < 0x20) {
                    raw(("\\u00" + HexFormat.of().withUpperCase().toHexDigits(utf8)).getBytes(StandardCharsets.US_ASCII));
                } else {
                    mark((char) (utf8 & 0xff));
                }
            }
        }
    }

    private void escape(char letter) {
        mark('\\');
        mark(letter);
    }

    /** A single character of ASCII. */
    void mark(char single) {
        ensure(1);
        target[length++] = (byte) single;
    }

    private void raw(byte[] bytes) {
        raw(bytes, 0, bytes.length);
    }

    private void raw(byte[] bytes, int from, int count) {
        ensure(count);
        System.arraycopy(bytes, from, target, length, count);
        length += count;
    }

    private void ensure(int more) {
        if (target.length - length < more) {
            target = Arrays.copyOf(target, Math.max(2 * target.length, length + more));
        }
    }
}
