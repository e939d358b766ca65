package dev.mandate.benchmarks.load;

import java.io.IOException;
import java.time.Duration;

/**
 * A turn for each, one right after the other.
 *
 * @param prepare the server, as fast as it can
 * @param echo the bare echo, as fast as it can
 * @param often the bare echo, asked as often as the server could answer
 * @param oneCoreMicros what is behind a prepare by itself, on one core
 * @param allCoresMicros the same on all cores at once
 * @param serviceMicros the service's whole answer without a socket, on all cores at once
 * @param stolen the share of the processors, from 0 to 1, that other machines had meanwhile
 */
record Round(
        Load.Outcome prepare,
        Load.Outcome echo,
        Load.Outcome often,
        double oneCoreMicros,
        double allCoresMicros,
        double serviceMicros,
        double stolen)
        implements Stolen.During {

    static Round of(
            Load prepare, Load echo, BuildTime alone, BuildTime everywhere, BuildTime service, Duration turn)
            throws IOException {
        Stolen earlier = Stolen.now();
        Load.Outcome prepared = prepare.atFullSpeed(turn);
        return new Round(
                prepared,
                echo.atFullSpeed(turn),
                echo.at(prepared.perSecond(), turn),
                alone.turn(),
                everywhere.turn(),
                service.turn(),
                Stolen.now().shareSince(earlier));
    }

    double prepareMicros() {
        return prepare.processorMicros();
    }

    double echoMicros() {
        return echo.processorMicros();
    }

    double oftenMicros() {
        return often.processorMicros();
    }

    @Override
    public String toString() {
        return "prepare %.1f µs, echo as often %.1f, at full speed %.1f, JMH on one core %.1f, on all %.1f, the service %.1f; %.1f %% stolen"
                .formatted(
                        prepareMicros(), oftenMicros(), echoMicros(), oneCoreMicros, allCoresMicros, serviceMicros, 100 * stolen);
    }
}
