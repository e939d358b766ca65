package dev.mandate.app.serve;

import dev.mandate.app.serve.ServeSettings.SimulatedClock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Reads settings into what they mean, and remembers everything that is wrong, so that it can be told at once. What is wrong is read as
 * the default. Values that may be secret are not repeated. Mutable; serves one start.
 */
final class SettingChecks {

    /** The word for a clock that goes as the machine's does. */
    static final String MACHINE_CLOCK = "machine";

    private final SettingValues values;
    private Vector<String> problems = Vector.empty();

    SettingChecks(SettingValues values) {
        this.values = values;
    }

    Vector<String> problems() {
        return problems;
    }

    void reject(Setting setting, String why) {
        problems = problems.append(setting.flag() + " " + why);
    }

    String text(Setting setting) {
        return values.of(setting);
    }

    <T> T word(Setting setting, Map<String, T> options) {
        return options.get(values.of(setting)).getOrElse(() -> {
            reject(setting, "must be one of " + options.keySet().mkString(" or "));
            return options.head()._2;
        });
    }

    int number(Setting setting, int least, int most) {
        String text = values.of(setting);
        boolean fits = text.matches("[0-9]{1,9}")
                && Integer.parseInt(text) >= least
                && Integer.parseInt(text) <= most;
        if (!fits) {
            reject(setting, "must be a whole number from %d to %d".formatted(least, most));
        }
        return fits ? Integer.parseInt(text) : least;
    }

    BaseUnits amount(Setting setting) {
        Either<BaseUnits.Problem, BaseUnits> amount = BaseUnits.parse(values.of(setting));
        amount.swap().forEach(problem -> reject(setting, "must be an amount of lamports, in decimal digits"));
        return amount.getOrElse(BaseUnits.ZERO);
    }

    Option<Address> address(Setting setting) {
        String text = values.of(setting);
        if (text.isEmpty()) {
            return Option.none();
        }
        Either<Address.Problem, Address> address = Address.parse(text);
        address.swap().forEach(problem -> reject(setting, "must be an address, base58 of 32 bytes"));
        return address.toOption();
    }

    Option<InetAddress> host(Setting setting) {
        try {
            return Option.some(InetAddress.getByName(values.of(setting)));
        } catch (UnknownHostException e) {
            reject(setting, "is no address of this machine that anybody knows");
            return Option.none();
        }
    }

    /** The machine's, or a time of RFC 3339 in UTC at which the clock stands. */
    SimulatedClock clock(Setting setting) {
        String text = values.of(setting);
        if (text.equals(MACHINE_CLOCK)) {
            return new SimulatedClock.LikeTheMachine();
        }
        try {
            return new SimulatedClock.Standing(new UnixTime(Instant.parse(text).getEpochSecond()));
        } catch (DateTimeParseException e) {
            reject(setting, "must be " + MACHINE_CLOCK + " or a time such as 2026-01-01T00:00:00Z");
            return new SimulatedClock.LikeTheMachine();
        }
    }

    Set<String> list(Setting setting) {
        return HashSet.of(values.of(setting).split(",")).map(String::strip).filter(item -> !item.isEmpty());
    }

    /** That the setting is as it is by default, since nothing else is offered. */
    void only(Setting setting, String offered, String why) {
        if (!values.of(setting).equals(offered)) {
            reject(setting, "is not offered: " + why);
        }
    }
}
