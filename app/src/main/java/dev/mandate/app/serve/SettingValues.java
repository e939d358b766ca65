package dev.mandate.app.serve;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * What was said of each setting, and where: a flag goes before an environment variable, that before the properties file, that before
 * the default.
 */
final class SettingValues {

    private static final String PREFIX = "MANDATE_";
    /** For the project's own tests, and read by them alone. */
    private static final String TEST_PREFIX = "MANDATE_TEST_";

    private final Map<Setting, String> said;

    private SettingValues(Map<Setting, String> said) {
        this.said = said;
    }

    /** What was said, or everything in it that no setting is named by. */
    static Either<Vector<String>, SettingValues> of(
            Map<Setting, String> flags, Map<String, String> environment, Option<Path> config) {
        Map<String, String> ours = environment.filterKeys(
                name -> name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX));
        Vector<String> strangers = ours.keySet()
                .toVector()
                .sorted()
                .filter(name -> Setting.ofVariable(name).isEmpty())
                .map(name -> "the environment variable " + name + " is no setting");
        return file(config)
                .fold(
                        problems -> Either.left(strangers.appendAll(problems)),
                        file -> strangers.isEmpty()
                                ? Either.right(new SettingValues(flags.merge(variables(ours)).merge(file)))
                                : Either.left(strangers));
    }

    private static Map<Setting, String> variables(Map<String, String> environment) {
        Map<Setting, String> values = HashMap.empty();
        for (var entry : environment) {
            for (Setting setting : Setting.ofVariable(entry._1)) {
                values = values.put(setting, entry._2);
            }
        }
        return values;
    }

    private static Either<Vector<String>, Map<Setting, String>> file(Option<Path> config) {
        if (config.isEmpty()) {
            return Either.right(HashMap.empty());
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(config.get(), StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            return Either.left(Vector.of("--config " + config.get() + " cannot be read as properties"));
        }
        Vector<String> names = Vector.ofAll(properties.stringPropertyNames()).sorted();
        Vector<String> strangers = names.filter(name -> Setting.ofKey(name).isEmpty())
                .map(name -> "in " + config.get() + " " + name + " is no setting");
        Map<Setting, String> values = HashMap.empty();
        for (String name : names) {
            for (Setting setting : Setting.ofKey(name)) {
                values = values.put(setting, properties.getProperty(name).strip());
            }
        }
        return strangers.isEmpty() ? Either.right(values) : Either.left(strangers);
    }

    /** The value in force; empty if there is none. */
    String of(Setting setting) {
        return said.getOrElse(setting, setting.standard());
    }

    /** One line for each setting, secrets redacted. */
    String print() {
        StringBuilder lines = new StringBuilder();
        for (Setting setting : Setting.values()) {
            lines.append(setting.key()).append('=').append(setting.shown(of(setting))).append('\n');
        }
        return lines.toString();
    }
}
