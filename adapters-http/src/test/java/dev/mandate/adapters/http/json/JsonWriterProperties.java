package dev.mandate.adapters.http.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.domain.kernel.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class JsonWriterProperties {

    private static final JsonMapper MAPPER = new JsonMapper();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> HARD =
            List.of("", "\"", "\\", "\n", "\u0000", "\u001f", "\u007f", "é", "€", "😀", "/", "\u2028");

    /** A well-kept writer is the judge, down to the byte. */
    @Property
    void writesWhatJacksonWrites(@ForAll Random random) {
        JsonNode tree = tree(random, 3);
        assertEquals(MAPPER.writeValueAsString(tree), text(JsonWriter.write(tree)));
    }

    @Property
    void everyTextComesBack(@ForAll Random random) {
        String text = text(random);
        JsonNode read = MAPPER.readTree(JsonWriter.write(NODES.stringNode(text)).toArray());
        assertEquals(text, read.stringValue());
    }

    @Example
    void eachOfTheFirstCharactersIsEscapedAsJacksonDoes() {
        for (int character = 0; character < 0x800; character++) {
            for (int before = 0; before < 9; before++) {
                JsonNode node = NODES.stringNode("x".repeat(before) + (char) character + "yyyyyyyyyy");
                assertEquals(MAPPER.writeValueAsString(node), text(JsonWriter.write(node)));
            }
        }
    }

    @Example
    void halfAPairBecomesAQuestionMark() {
        assertEquals("\"a?b\"", text(JsonWriter.write(NODES.stringNode("a\ud83db"))));
    }

    @Example
    void whatJsonLacksIsNoPartOfAnAnswer() {
        assertThrows(IllegalArgumentException.class, () -> text(JsonWriter.write(NODES.binaryNode(new byte[1]))));
        for (double number : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThrows(IllegalArgumentException.class, () -> text(JsonWriter.write(NODES.numberNode(number))));
        }
    }

    private static JsonNode tree(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 7 : 9)) {
            case 0, 1 -> NODES.stringNode(text(random));
            case 2 -> NODES.numberNode(random.nextInt());
            case 3 -> NODES.numberNode(random.nextLong());
            case 4 -> NODES.numberNode(new BigInteger(100, random).subtract(BigInteger.TWO.pow(99)));
            case 5 -> NODES.numberNode(new BigDecimal(new BigInteger(90, random), random.nextInt(40) - 20));
            case 6 -> random.nextBoolean() ? NODES.nullNode() : NODES.booleanNode(random.nextBoolean());
            case 7 -> {
                ArrayNode array = NODES.arrayNode();
                for (int left = random.nextInt(4); left > 0; left--) {
                    array.add(tree(random, depth - 1));
                }
                yield array;
            }
            default -> {
                ObjectNode object = NODES.objectNode();
                for (int left = random.nextInt(4); left > 0; left--) {
                    object.set(text(random), tree(random, depth - 1));
                }
                yield object;
            }
        };
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
