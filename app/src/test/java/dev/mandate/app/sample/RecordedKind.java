package dev.mandate.app.sample;

import dev.mandate.app.sample.RecordedShape.Alternatives;
import dev.mandate.app.sample.RecordedShape.Items;
import dev.mandate.app.sample.RecordedShape.Members;
import dev.mandate.app.sample.RecordedShape.Named;
import dev.mandate.app.sample.RecordedShape.Word;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * The shapes of a kind of records.
 *
 * <p>An alternative is named by the place where it stands and its own name, such as {@code PolicyTerms.period: YEAR}. A payload type is an
 * alternative as well.
 *
 * @param payloads by payload type
 * @param named the shapes that others name
 */
record RecordedKind(Map<String, RecordedShape> payloads, Map<String, RecordedShape> named) {

    /** The kind that these lines of {@code docs/journal.md} describe, without their heading. */
    static RecordedKind of(Seq<String> lines) {
        RecordedKind kind = new RecordedKind(LinkedHashMap.empty(), HashMap.empty());
        for (String line : lines) {
            int colon = line.indexOf(": ");
            String name = line.substring(0, colon).replaceFirst("^row ", "");
            RecordedShape shape = RecordedShape.of(line.substring(colon + 2).replace("\n    | ", " | "));
            kind = name.startsWith("  ")
                    ? new RecordedKind(kind.payloads, kind.named.put(name.strip(), shape))
                    : new RecordedKind(kind.payloads.put(name, shape), kind.named);
        }
        return kind;
    }

    /** All alternatives. */
    Set<String> alternatives() {
        return alternatives(any -> true);
    }

    /** All but whether an option has a value. */
    Set<String> cases() {
        return alternatives(several -> !several.isOption());
    }

    private Set<String> alternatives(Predicate<Alternatives> counted) {
        return payloads.keySet()
                .addAll(payloads.flatMap(shape -> alternatives(shape._1, shape._2, counted)))
                .addAll(named.flatMap(shape -> alternatives(shape._1, shape._2, counted)));
    }

    private static Set<String> alternatives(String at, RecordedShape shape, Predicate<Alternatives> counted) {
        return switch (shape) {
            case Members(var all) -> all.flatMap(member -> alternatives(at + "." + member._1, member._2, counted)).toSet();
            case Items(var each) -> alternatives(at, each, counted);
            case Alternatives several -> several.all()
                    .filter(one -> counted.test(several))
                    .map(one -> at + ": " + one.label())
                    .toSet()
                    .addAll(several.all().flatMap(one -> alternatives(at + " " + one.label(), one, counted)));
            case Named named -> HashSet.empty();
            case Word word -> HashSet.empty();
        };
    }

    /** The alternatives that are in a payload; none if it has another shape. */
    Option<Set<String>> in(String payloadType, JsonNode content) {
        return payloads.get(payloadType).flatMap(shape -> in(payloadType, shape, content)).map(found -> found.add(payloadType));
    }

    private Option<Set<String>> in(String at, RecordedShape shape, JsonNode node) {
        return switch (shape) {
            case Members(var all) -> Option.when(node.isObject() && all.keySet().toArray().equals(Array.ofAll(node.propertyNames())), all)
                    .flatMap(members -> union(members.toArray().map(member -> in(at + "." + member._1, member._2, node.get(member._1)))));
            case Items(var each) -> Option.when(node.isArray(), node).flatMap(items -> union(Array.ofAll(items).map(item -> in(at, each, item))));
            case Alternatives(var all) -> all.flatMap(one -> in(at + " " + one.label(), one, node).map(found -> found.add(at + ": " + one.label())))
                    .headOption();
            case Named(String name) -> in(name, named.get(name).get(), node);
            case Word(String text) -> Option.when(fits(text, node), HashSet::empty);
        };
    }

    private static Option<Set<String>> union(Array<Option<Set<String>>> parts) {
        return Option.when(
                parts.forAll(Option::isDefined),
                () -> parts.<Set<String>>foldLeft(HashSet.empty(), (all, part) -> all.addAll(part.get())));
    }

    private static boolean fits(String word, JsonNode node) {
        return switch (word) {
            case "number" -> node.isIntegralNumber() && node.canConvertToLong();
            case "digits" -> node.isString() && node.asString().matches("[0-9]{1,20}");
            case "text", "base58", "base64", "hex" -> node.isString();
            case "null" -> node.isNull();
            default -> node.isString() && node.asString().equals(word);
        };
    }
}
