package dev.mandate.ports.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vavr.collection.Array;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;

class BoundedCacheTest {

    private final BoundedCache<Integer, String> memory = new BoundedCache<>(4);

    @Test
    void onlyKeptEntriesAreFound() {
        assertEquals("one", memory.keep(1, "one"));

        assertEquals(Option.some("one"), memory.find(1));
        assertEquals(Option.none(), memory.find(2));
    }

    @Test
    void aKeptValueIsNotLoadedAgain() {
        int[] asked = {0};

        for (int round = 0; round < 3; round++) {
            assertEquals("seven", memory.find(7, number -> {
                asked[0]++;
                return "seven";
            }));
        }

        assertEquals(1, asked[0]);
    }

    @Test
    void twoThatAreAskedInTurnsAreBothKept() {
        BoundedCache<Integer, String> two = new BoundedCache<>(1);

        for (int round = 0; round < 3; round++) {
            assertEquals("one", two.find(1, asked -> "one"));
            assertEquals("two", two.find(2, asked -> "two"));
        }

        assertEquals(Option.some("one"), two.find(1));
        assertEquals(Option.some("two"), two.find(2));
    }

    @Test
    void aThirdTakesThePlaceOfTheOldest() {
        BoundedCache<Integer, String> two = new BoundedCache<>(1);

        Array.range(1, 4).forEach(question -> assertEquals("answer " + question, two.keep(question, "answer " + question)));

        assertEquals(Option.none(), two.find(1));
        assertEquals(Option.some("answer 2"), two.find(2));
        assertEquals(Option.some("answer 3"), two.find(3));
    }

    @Test
    void aPlaceThatIsTakenOverAnswersForItsNewQuestionAlone() {
        Array<Integer> questions = Array.range(0, 1_000);
        questions.forEach(question -> assertEquals(question.toString(), memory.find(question, Object::toString)));

        Array<Integer> kept = questions.filter(question -> memory.find(question).isDefined());

        assertTrue(kept.size() <= 16, () -> kept.size() + " kept in 16 places");
        kept.forEach(question -> assertEquals(Option.some(question.toString()), memory.find(question)));
        questions.forEach(question -> assertEquals(question.toString(), memory.find(question, Object::toString)));
    }

    @Test
    void hasAtLeastTwoPlacesAndAtMostAMillion() {
        assertThrows(IllegalArgumentException.class, () -> new BoundedCache<String, String>(0));
        assertThrows(IllegalArgumentException.class, () -> new BoundedCache<String, String>(21));
    }
}
