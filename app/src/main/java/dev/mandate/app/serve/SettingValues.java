package dev.mandate.app.serve;

import dev.mandate.ports.file.FileFault;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * What was said of each setting, and where: a flag goes before an environment variable, that before the properties file, that before
 * the default.
 */
final class SettingValues {

    private static final String PREFIX = "MANDATE_";
    /** For the project's own tests, and read by them alone. */
    private static final String TEST_PREFIX = "MANDATE_TEST_";

    /** What Kubernetes tells every container of a Service whose name begins with ours; it has nothing to do with settings. */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            PREFIX + "(\\w+_)?(SERVICE_HOST=.*|SERVICE_PORT(_\\w+)?=.*|PORT(_\\d+_(TCP|UDP|SCTP))?=(tcp|udp|sctp)://.*"
                    + "|PORT_\\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)=.*)");

    private final Map<Setting, String> said;
    private final Array<String> problems;

    private SettingValues(Map<Setting, String> said, Array<String> problems) {
        this.said = said;
        this.problems = problems;
    }

    /** What was said, and everything in it that is no setting. */
    static SettingValues of(Map<Setting, String> flags, Map<String, String> environment, Option<Path> config) {
        Map<String, String> ours = environment.filterKeys(
                name -> name.startsWith(PREFIX) && !name.startsWith(TEST_PREFIX));
        Array<String> strangers = ours.keySet()
                .toArray()
                .sorted()
                .filter(name -> Setting.ofVariable(name).isEmpty())
                .reject(name -> SERVICE_LINK.matcher(name + "=" + ours.get(name).get()).matches())
                .map(name -> "the environment variable " + name + " is no setting");
        SettingValues file = config.map(SettingValues::file).getOrElse(() -> new SettingValues(HashMap.empty(), Array.empty()));
        return new SettingValues(flags.merge(variables(ours)).merge(file.said), strangers.appendAll(file.problems));
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

    private static SettingValues file(Path config) {
        Once properties = new Once();
        try (Reader reader = Files.newBufferedReader(config, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return new SettingValues(HashMap.empty(), Array.of("--config " + config + " cannot be read as properties"));
        } catch (IOException e) {
            return new SettingValues(HashMap.empty(), Array.of("--config " + FileFault.text(e)));
        }
        Array<String> names = Array.ofAll(properties.stringPropertyNames()).sorted();
        Array<String> strangers = names.filter(name -> Setting.ofKey(name).isEmpty())
                .map(name -> "in " + config + " " + name + " is no setting");
        Array<String> repeated = properties.repeated.distinct().map(name -> "in " + config + " " + name + " is said more than once");
        Map<Setting, String> values = HashMap.empty();
        for (String name : names) {
            for (Setting setting : Setting.ofKey(name)) {
                values = values.put(setting, properties.getProperty(name).strip());
            }
        }
        return new SettingValues(values, strangers.appendAll(repeated));
    }

    /** Properties that remember what is said more than once, of which they would keep the last. */
    private static final class Once extends Properties {

        private static final long serialVersionUID = 1;

        private transient Array<String> repeated = Array.empty();

        @Override
        public synchronized Object put(Object key, Object value) {
            if (containsKey(key)) {
                repeated = repeated.append(key.toString());
            }
            return super.put(key, value);
        }
    }

    /** What was said and is no setting, or cannot be read. */
    Array<String> problems() {
        return problems;
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
