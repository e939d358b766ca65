package dev.mandate.engine.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mandate.ports.spi.journal.Payload;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class JsonObjectTest {

    private static String changed(String json, UnaryOperator<JsonObject> change) {
        return change.apply(JsonObject.of(new Payload("thing", 1, json))).payload(2).content();
    }

    @Test
    void aMemberIsAddedAtTheEndRenamedInItsPlaceChangedAndRemoved() {
        String json = "{\"a\":1,\"b\":\"x\",\"c\":null}";

        assertEquals("{\"a\":1,\"b\":\"x\",\"c\":null,\"d\":[]}", changed(json, object -> object.with("d", "[]")));
        assertEquals("{\"a\":1,\"d\":\"x\",\"c\":null}", changed(json, object -> object.renamed("b", "d")));
        assertEquals("{\"a\":11,\"b\":\"x\",\"c\":null}", changed(json, object -> object.changed("a", one -> one + one)));
        assertEquals("{\"a\":1,\"c\":null}", changed(json, object -> object.without("b")));
        assertEquals("{\"d\":-1}", changed("{}", object -> object.with("d", "-1")));
    }

    @Test
    void aMemberThatIsMissingOrThereAlreadyIsRefused() {
        for (UnaryOperator<JsonObject> wrong : List.<UnaryOperator<JsonObject>>of(
                object -> object.with("a", "2"),
                object -> object.renamed("b", "c"),
                object -> object.renamed("a", "c").renamed("a", "d"),
                object -> object.changed("b", one -> one),
                object -> object.without("b"),
                object -> object.with("type", "1"))) {
            assertThrows(IllegalArgumentException.class, () -> changed("{\"a\":1}", wrong));
        }
    }

    @Test
    void objectsInAMemberAreFoundAtAnyDepthAndInArraysButNotWithinWhatIsChanged() {
        String json = "{\"t\":{\"t\":{}},\"list\":[{\"t\":[{},[{}],1]},\"t\",null],\"u\":{\"t\":7}}";

        assertEquals(
                "{\"t\":{\"t\":{},\"n\":0},\"list\":[{\"t\":[{\"n\":0},[{\"n\":0}],1]},\"t\",null],\"u\":{\"t\":7}}",
                changed(json, object -> object.inside("t", t -> t.with("n", "0"))));
    }

    @Test
    void aChangeOfATypeConcernsPayloadsAndCasesOfThatTypeAlone() {
        String json = "{\"token\":{\"type\":\"mint\"},\"other\":{\"type\":\"sol\"}}";
        UnaryOperator<JsonObject> change = object -> object.with("n", "0");

        assertEquals(
                "{\"token\":{\"type\":\"mint\",\"n\":0},\"other\":{\"type\":\"sol\"}}",
                changed(json, object -> object
                        .inside("token", token -> token.when("mint", change))
                        .inside("other", token -> token.when("mint", change))));
        assertEquals("{\"n\":0}", changed("{}", object -> object.when("thing", change)));
        assertEquals("{}", changed("{}", object -> object.when("other", change)));
    }

    @Test
    void thePayloadTypeIsTheFirstMember() {
        assertEquals(
                new Payload("better", 2, "{\"a\":1}"),
                JsonObject.of(new Payload("thing", 1, "{\"a\":1}")).changed("type", type -> "\"better\"").payload(2));
    }

    @Test
    void textsKeepTheirSpelling() {
        String json = "{\"a\":\"\\u000a \\\" \\\\ {} é\"}";

        assertEquals(json, changed(json, object -> object));
    }

    @Test
    void onlyTheJournalsOwnFormatIsRead() {
        for (String wrong : new String[] {"", "[]", "{", "{\"a\":1,}", "{\"a\" :1}", "{\"a\":1.5}", "{\"a\":true}", "{\"a\":[1,]}", "{} "}) {
            assertThrows(IllegalArgumentException.class, () -> changed(wrong, object -> object), wrong);
        }
    }
}
