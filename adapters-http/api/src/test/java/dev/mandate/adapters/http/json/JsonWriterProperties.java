package dev.mandate.adapters.http.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class JsonWriterProperties {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final List<String> HARD =
            List.of("", "\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "é", "€", "😀", "/", "\u2028");

    /** A well-kept writer is the judge, down to the byte. */
    @Property
    void writesWhatJacksonWrites(@ForAll Random random) {
        JsonObject ours = Json.object();
        ObjectNode theirs = JsonNodeFactory.instance.objectNode();
        fill(ours, theirs, random, 3);
        assertEquals(MAPPER.writeValueAsString(theirs), text(Json.write(ours)));
    }

    @Property
    void everyTextComesBack(@ForAll Random random) {
        String text = text(random);
        assertEquals(text, MAPPER.readTree(written(text)).get(text).stringValue());
    }

    @Example
    void eachOfTheFirstCharactersIsEscapedAsJacksonDoes() {
        for (int character = 0; character < 0x800; character++) {
            for (int before = 0; before < 9; before++) {
                for (String behind : List.of("", "y", "yyyyyyyyyy")) {
                    String text = "x".repeat(before) + (char) character + behind;
                    String theirs = MAPPER.writeValueAsString(JsonNodeFactory.instance.objectNode().put(text, text));
                    assertEquals(theirs, written(text));
                }
            }
        }
    }

    @Example
    void halfAPairBecomesAQuestionMark() {
        assertEquals("{\"a?b\":\"a?b\"}", written("a\ud83db"));
    }

    private static String written(String text) {
        return text(Json.write(Json.object().put(text, text)));
    }

    /** Puts the same into both: names are each another, so that none stands twice. */
    private static void fill(JsonObject ours, ObjectNode theirs, Random random, int depth) {
        for (int left = random.nextInt(20); left > 0; left--) {
            String name = left + text(random);
            switch (random.nextInt(depth == 0 ? 6 : 10)) {
                case 0 -> {
                    String text = text(random);
                    ours.put(name, text);
                    theirs.put(name, text);
                }
                case 1 -> {
                    long number = random.nextLong() >> random.nextInt(Long.SIZE);
                    ours.put(name, number);
                    theirs.put(name, number);
                }
                case 2 -> {
                    BigDecimal number = new BigDecimal(new BigInteger(90, random), random.nextInt(40) - 20);
                    ours.put(name, number);
                    theirs.put(name, number);
                }
                case 3 -> {
                    boolean value = random.nextBoolean();
                    ours.put(name, value);
                    theirs.put(name, value);
                }
                case 4 -> {
                    ours.putNull(name);
                    theirs.putNull(name);
                }
                case 5 -> {
                    byte[] bytes = new byte[random.nextInt(40)];
                    random.nextBytes(bytes);
                    ours.put(name, Bytes.of(bytes));
                    theirs.put(name, bytes);
                }
                case 6 -> fill(ours.putObject(name), theirs.putObject(name), random, depth - 1);
                case 7 -> {
                    JsonObject inner = Json.object();
                    ours.put(name, inner);
                    fill(inner, theirs.putObject(name), random, depth - 1);
                }
                case 8 -> {
                    Array<String> texts = Array.fill(random.nextInt(12), () -> text(random));
                    ours.putTexts(name, texts);
                    ArrayNode array = theirs.putArray(name);
                    texts.forEach(array::add);
                }
                default -> {
                    JsonArray array = ours.putArray(name);
                    ArrayNode judge = theirs.putArray(name);
                    for (int elements = random.nextInt(4); elements > 0; elements--) {
                        fill(array.addObject(), judge.addObject(), random, depth - 1);
                    }
                }
            }
        }
    }

    /** Plain runs around the length of a word, and between them what must be escaped or takes several bytes. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            text.append("abcdefghijklmnopqrst", 0, random.nextInt(20)).append(HARD.get(random.nextInt(HARD.size())));
        }
        return text.toString();
    }

    private static String text(Bytes utf8) {
        return new String(utf8.toArray(), StandardCharsets.UTF_8);
    }
}
