package dev.mandate.engine.simulation;

import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.RecordedEvent;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The steps of a seed, or some of them. */
record Schedule(long seed, Array<Step> steps, PlantedBug bug) {

    private static final int FEWEST = 20;
    private static final int SPREAD = 60;

    static Schedule of(long seed, PlantedBug bug) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        return new Schedule(seed, Array.fill(FEWEST + random.nextInt(SPREAD), () -> Step.drawn(random)), bug);
    }

    /** Plays it; what is broken then. */
    Option<String> play() {
        return play(new World(seed, bug));
    }

    private Option<String> play(World world) {
        for (int number = 0; number < steps.length(); number++) {
            Option<String> broken = world.play(number, steps.get(number));
            if (broken.isDefined()) {
                return broken;
            }
        }
        return world.end(steps.length());
    }

    /** What the journal holds once it is played. */
    Array<RecordedEvent> recorded() {
        World world = new World(seed, bug);
        var unused = play(world);
        return world.store().events(0, Journal.MAX_PAGE).items().toArray();
    }

    /** The shortest one that dropping steps leads to and that still breaks something. */
    Schedule shrunk() {
        Schedule shortest = this;
        for (int size = Math.max(1, steps.length() / 2); size > 0; size /= 2) {
            for (int from = 0; from < shortest.steps.length(); ) {
                Schedule shorter = new Schedule(seed, shortest.steps.take(from).appendAll(shortest.steps.drop(from + size)), bug);
                if (shorter.play().isDefined()) {
                    shortest = shorter;
                } else {
                    from += size;
                }
            }
        }
        return shortest;
    }
}
