package dev.mandate.testsupport.fuzz;

import dev.mandate.domain.kernel.Bytes;
import io.vavr.collection.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Changes valid bytes and valid JSON into ones that a hostile or broken sender could send. */
public final class Mutations {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** The ends of the ranges that bytes are read as, and what lies beside them. */
    private static final Array<Long> NUMBERS = Array.of(
            0L, 1L, 2L, 3L, 127L, 128L, 255L, 256L, 257L, 0xffffL, 0x1_0000L, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL, 1L << 53, 1L << 62,
            Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -2L, -1L);

    private Mutations() {}

    /** One of {@code choices}. */
    public static <T> T among(Array<T> choices, Random random) {
        return choices.get(random.nextInt(choices.length()));
    }

    /** Any of them. */
    public static long number(Random random) {
        return random.nextInt(4) == 0 ? random.nextLong() : among(NUMBERS, random);
    }

    /** One change in half of all cases, and up to four in the others. */
    public static Bytes bytes(Bytes original, Random random) {
        byte[] changed = original.toArray();
        for (int times = random.nextBoolean() ? 1 : 1 + random.nextInt(4); times > 0; times--) {
            changed = changedOnce(changed, random);
        }
        return Bytes.of(changed);
    }

    private static byte[] changedOnce(byte[] bytes, Random random) {
        int at = random.nextInt(bytes.length + 1);
        int to = at + random.nextInt(bytes.length - at + 1);
        Array<Integer> numbers = numbers(bytes);
        if (numbers.nonEmpty() && random.nextBoolean()) {
            int number = among(numbers, random);
            return spliced(bytes, number, number + Long.BYTES, littleEndian(number(random), Long.BYTES));
        }
        return switch (random.nextInt(9)) {
            case 0 -> spliced(bytes, at, Math.min(at + 1, bytes.length), (byte) random.nextInt());
            case 1 -> spliced(bytes, at, Math.min(at + 1, bytes.length), (byte) random.nextInt(8));
            case 2 -> spliced(bytes, at, Math.min(at + Long.BYTES, bytes.length), littleEndian(number(random), Long.BYTES));
            case 3 -> spliced(bytes, at, Math.min(at + Integer.BYTES, bytes.length), littleEndian(number(random), Integer.BYTES));
            case 4 -> spliced(bytes, at, Math.min(at + Short.BYTES, bytes.length), littleEndian(number(random), Short.BYTES));
            case 5 -> spliced(bytes, at, bytes.length);
            case 6 -> spliced(bytes, at, to);
            case 7 -> spliced(bytes, at, at, Bytes.of(bytes, at, to - at).toArray());
            default -> spliced(bytes, at, at, new byte[random.nextInt(300)]);
        };
    }

    /** Where numbers of 64 bits may stand: those that a program wrote are small. */
    private static Array<Integer> numbers(byte[] bytes) {
        Bytes all = Bytes.of(bytes);
        return Array.range(0, bytes.length - Long.BYTES + 1).filter(at -> all.longAt(at) > 0 && all.longAt(at) < 1L << 40);
    }

    private static byte[] littleEndian(long number, int width) {
        byte[] all = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
        return Bytes.of(all, 0, width).toArray();
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte... replacement) {
        return ByteBuffer.allocate(bytes.length - (to - from) + replacement.length)
                .put(bytes, 0, from)
                .put(replacement)
                .put(bytes, to, bytes.length - to)
                .array();
    }

    /** Changes one to three places of a copy: takes them out, or puts a value of another type, size or sign there. */
    public static JsonNode json(JsonNode original, Random random) {
        ObjectNode holder = JSON.objectNode();
        holder.set("root", original.deepCopy());
        for (int times = 1 + random.nextInt(3); times > 0 && !holder.isEmpty(); times--) {
            List<JsonNode> parents = new ArrayList<>();
            collect(holder, parents);
            change(parents.get(random.nextInt(parents.size())), random);
        }
        JsonNode root = holder.get("root");
        return root == null ? JSON.nullNode() : root;
    }

    private static void collect(JsonNode node, List<JsonNode> parents) {
        if (node.isContainer() && !node.isEmpty()) {
            parents.add(node);
            node.values().forEach(child -> collect(child, parents));
        }
    }

    private static void change(JsonNode parent, Random random) {
        int at = random.nextInt(parent.size());
        if (parent instanceof ObjectNode object) {
            String name = Array.ofAll(object.propertyNames()).get(at);
            if (random.nextInt(5) == 0) {
                object.remove(name);
            } else {
                object.set(name, value(object.get(name), random));
            }
        } else if (parent instanceof ArrayNode array) {
            switch (random.nextInt(5)) {
                case 0 -> array.remove(at);
                case 1 -> array.insert(at, array.get(at).deepCopy());
                case 2 -> array.removeAll();
                default -> array.set(at, value(array.get(at), random));
            }
        }
    }

    private static JsonNode value(JsonNode old, Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.stringNode("");
            case 3 -> JSON.arrayNode();
            case 4 -> JSON.objectNode();
            case 5 -> JSON.numberNode(number(random));
            case 6 -> JSON.numberNode(BigInteger.ONE.shiftLeft(1 + random.nextInt(70)).subtract(BigInteger.valueOf(random.nextInt(3))));
            case 7 -> JSON.numberNode(new BigDecimal("1.5e" + random.nextInt(400)));
            case 8 -> JSON.arrayNode().add(old.deepCopy()).add(old.deepCopy());
            case 9 -> JSON.stringNode(Long.toUnsignedString(number(random)));
            default -> old.isString() ? JSON.stringNode(text(old.stringValue(), random)) : JSON.numberNode(number(random));
        };
    }

    /** Other characters; of base64 in half of all cases other bytes. */
    public static String text(String original, Random random) {
        if (random.nextBoolean() && original.matches("[A-Za-z0-9+/]{8,}={0,2}") && original.length() % 4 == 0) {
            return Base64.getEncoder().encodeToString(bytes(Bytes.of(Base64.getDecoder().decode(original)), random).toArray());
        }
        int at = random.nextInt(original.length() + 1);
        return switch (random.nextInt(4)) {
            case 0 -> original.substring(0, at);
            case 1 -> original.substring(0, at) + (char) random.nextInt(0x300) + original.substring(at);
            case 2 -> original.substring(0, at) + original;
            default -> original.substring(at);
        };
    }
}
