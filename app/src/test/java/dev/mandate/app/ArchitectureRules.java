package dev.mandate.app;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import dev.mandate.domain.authority.OneTimeCode;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.AuthorizedMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of docs/architecture.md, checked on every class that is not a test. */
class ArchitectureRules {

    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.mandate");

    private static final List<String> EVERYWHERE =
            List.of("java..", "javax.crypto..", "io.vavr..", "org.jspecify..", "com.google.errorprone.annotations..");
    private static final List<String> TEST_FRAMEWORKS =
            List.of("org.junit..", "org.opentest4j..", "net.jqwik..", "com.networknt..", "dev.mandate.testkit..", "dev.mandate.testsupport..");

    /** The packages that each part may use besides itself and {@link #EVERYWHERE}. A part that is missing here fails a rule. */
    private static final Map<String, List<String>> MAY_KNOW = mayKnow();

    private static Map<String, List<String>> mayKnow() {
        Map<String, List<String>> rules = new LinkedHashMap<>();
        rules.put("domain", List.of());
        rules.put("ports", List.of("dev.mandate.domain.."));
        rules.put("engine", List.of("dev.mandate.domain..", "dev.mandate.ports.."));
        rules.put(
                "solana",
                List.of("dev.mandate.domain..", "dev.mandate.ports..", "org.bouncycastle.."));
        rules.put("client", List.of("org.bouncycastle..", "org.erdtman.jcs.."));
        rules.put("conformance", List.of("dev.mandate.domain..", "dev.mandate.ports..", "dev.mandate.solana..", "dev.mandate.client..", "tools.jackson.."));
        rules.put("adapters.rpc", adapter("dev.mandate.solana..", "io.github.resilience4j.."));
        rules.put("adapters.kms", adapter("org.bouncycastle..", "org.erdtman.jcs..", "org.xipki.pkcs11..", "software.amazon.awssdk..", "com.webauthn4j.."));
        rules.put("adapters.http", adapter("org.eclipse.jetty..", "com.sun.management..", "io.micrometer..", "io.github.bucket4j..", "com.github.benmanes.."));
        rules.put("adapters.store", adapter("org.sqlite..", "org.postgresql..", "com.zaxxer.hikari.."));
        rules.put("adapters.micrometer", adapter("io.micrometer.."));
        rules.put("adapters.sol4k", adapter("dev.mandate.solana..", "org.sol4k.."));
        rules.put("adapters.mail", adapter("jakarta.mail..", "org.eclipse.angus.mail..", "javax.net.ssl.."));
        rules.put("adapters.webhook", adapter("org.apache.hc..", "com.standardwebhooks..", "javax.net.ssl.."));
        return rules;
    }

    /** An adapter uses the domain, the ports and its own libraries, but no other adapter. */
    private static List<String> adapter(String... own) {
        return Stream.concat(
                        Stream.of("dev.mandate.domain..", "dev.mandate.ports..", "tools.jackson..", "org.slf4j.."),
                        Stream.of(own))
                .toList();
    }

    @Test
    void dependenciesPointInward() {
        assertAll(MAY_KNOW.entrySet().stream().map(entry -> () -> {
            String self = "dev.mandate." + entry.getKey() + "..";
            String[] allowed = Stream.of(EVERYWHERE, entry.getValue(), List.of(self))
                    .flatMap(List::stream)
                    .toArray(String[]::new);
            check(classes().that().resideInAPackage(self).should().onlyDependOnClassesThat(resideInAnyPackage(allowed)
                    .or(describe("are primitive", type -> type.getBaseComponentType().isPrimitive()))));
        }));
    }

    /** A host mounts the endpoints on its own server. */
    @Test
    void endpointsKnowNoServer() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.adapters.http.jetty..")
                .should().dependOnClassesThat().resideInAnyPackage("org.eclipse.jetty.."));
    }

    /** The package can be deleted with the one line that serves it. */
    @Test
    void onlyTheAssemblyKnowsTheSdksCalls() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.adapters.http.grid..")
                .and().doNotHaveFullyQualifiedName("dev.mandate.app.serve.Serving")
                .should().dependOnClassesThat().resideInAPackage("dev.mandate.adapters.http.grid.."));
    }

    /** Code that both databases share is in its own packages and uses plain JDBC. */
    @Test
    void databasesKnowNothingOfEachOther() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.adapters.store.sqlite..")
                .should().dependOnClassesThat().resideInAPackage("org.sqlite.."));
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.adapters.store.postgres..")
                .should().dependOnClassesThat().resideInAnyPackage("org.postgresql..", "com.zaxxer.hikari.."));
        check(noClasses().that().resideInAPackage("dev.mandate.adapters.store..")
                .and().resideOutsideOfPackage("dev.mandate.adapters.store.postgres..")
                .should().dependOnClassesThat().resideInAPackage("dev.mandate.adapters.store.postgres.."));
        check(noClasses().that().resideInAPackage("dev.mandate.adapters.store..")
                .and().resideOutsideOfPackage("dev.mandate.adapters.store.sqlite..")
                .should().dependOnClassesThat().resideInAPackage("dev.mandate.adapters.store.sqlite.."));
    }

    @Test
    void everyClassBelongsToAPartThatHasARule() {
        String[] parts = Stream.concat(
                        MAY_KNOW.keySet().stream(), Stream.of("simulator", "testkit", "testsupport", "app"))
                .map(part -> "dev.mandate." + part + "..")
                .toArray(String[]::new);
        check(classes().should().resideInAnyPackage(parts));
    }

    @Test
    void onlyTheAssemblyKnowsEverything() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.app..")
                .should().dependOnClassesThat().resideInAPackage("dev.mandate.app.."));
        check(noClasses().that().resideInAnyPackage("dev.mandate.simulator..", "dev.mandate.testkit..", "dev.mandate.testsupport..")
                .should().dependOnClassesThat().resideInAnyPackage("dev.mandate.engine..", "dev.mandate.adapters.."));
    }

    /** Internal parts of the engine are public only for its own packages. */
    @Test
    void onlyTheEngineUsesTransactionBuilders() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.engine..")
                .should().dependOnClassesThat().resideInAnyPackage(
                        "dev.mandate.engine.build..", "dev.mandate.engine.plan..", "dev.mandate.engine.query.."));
    }

    @Test
    void noPackageCycles() {
        check(slices().matching("dev.mandate.(**)").should().beFreeOfCycles());
    }

    @Test
    void theDomainComputesAndDoesNothingElse() {
        check(noClasses().that().resideInAnyPackage("dev.mandate.domain..", "dev.mandate.solana..")
                .should().dependOnClassesThat(touchTheWorld())
                .orShould().accessTargetWhere(readsTheWorld()));
    }

    @Test
    void theRestIsGivenItsClock() {
        check(noClasses().that().resideInAnyPackage(
                        "dev.mandate.ports..", "dev.mandate.engine..", "dev.mandate.simulator..", "dev.mandate.testkit..", "dev.mandate.testsupport..", "dev.mandate.conformance..")
                .should().accessTargetWhere(readsTheClock()));
    }

    @Test
    void theDomainHasNoFloatingPoint() {
        check(noClasses().that().resideInAPackage("dev.mandate.domain..").should(new FloatingPointCode()));
    }

    /** No field changes, and none holds state that threads share. Caches of derived bytes belong to solana. */
    @Test
    void theDomainHasNoMutableField() {
        check(noClasses().that().resideInAPackage("dev.mandate.domain..")
                .should().dependOnClassesThat().resideInAPackage("java.util.concurrent.."));
        check(fields().that().areDeclaredInClassesThat().resideInAPackage("dev.mandate.domain..").should().beFinal());
    }

    /** A host that uses the simulator in development must not need a test framework. {@link #MAY_KNOW} says it of the other parts. */
    @Test
    void theSimulatorKnowsNoTestFramework() {
        check(noClasses().that().resideInAnyPackage("dev.mandate.app..", "dev.mandate.simulator..")
                .should().dependOnClassesThat().resideInAnyPackage(TEST_FRAMEWORKS.toArray(String[]::new)));
    }

    /** JUnit is an optional dependency of the node. */
    @Test
    void theNodeKnowsJUnitInItsExtensionAlone() {
        check(noClasses().that().resideInAPackage("dev.mandate.testkit.node..")
                .and().resideOutsideOfPackage("dev.mandate.testkit.node.junit..")
                .should().dependOnClassesThat().resideInAnyPackage("org.junit..", "net.jqwik..", "dev.mandate.testkit.laws..", "dev.mandate.testkit.generators.."));
    }

    @Test
    void theWireHasShapesOfItsOwn() {
        check(noClasses().that().resideInAPackage("dev.mandate.adapters..wire..")
                .should().dependOnClassesThat().resideInAPackage("io.vavr.."));
    }

    /** A method that a type cannot support does not belong to its interface. */
    @Test
    void noClassUsesUnsupportedOperationException() {
        check(noClasses().should().dependOnClassesThat().areAssignableTo(UnsupportedOperationException.class));
    }

    /** A switch over a refusal is complete without a default only if the type is sealed. */
    @Test
    void refusalsAreSealed() {
        check(classes().that().areInterfaces()
                .and().haveNameMatching(".*(Refusal|Refused|Problem|Fault|Failure|Outcome|Error)")
                .should(ArchCondition.from(describe("be sealed", (JavaClass type) -> type.reflect().isSealed()))));
    }

    /** Whoever sends money to the settings instead of the account loses it. */
    @Test
    void noAddressOfSettingsIsAPlainAddress() {
        check(fields().that().haveNameMatching("settings|settingsAddress|multisig|administered").should().notHaveRawType(Address.class));
        check(methods().that().haveNameMatching("settings|settingsAddress|settingsOf|multisig|administered")
                .should().notHaveRawReturnType(Address.class));
    }

    /** One place alone finds in the bytes what the operator's key signs. */
    @Test
    void onlyTheDecisionAboutCreationsAuthorizesOne() {
        check(noClasses().that().doNotHaveFullyQualifiedName("dev.mandate.engine.creation.CreationAuthority")
                .and().doNotHaveFullyQualifiedName(AuthorizedCreation.class.getName())
                .should().callConstructorWhere(describe("makes an authorized creation", call ->
                        call.getTarget().getOwner().isEquivalentTo(AuthorizedCreation.class))));
    }

    /** One place alone finds in the bytes what the vault signs. The vaults' contract makes messages of its own. */
    @Test
    void onlyTheDecisionAboutManagedSignaturesAuthorizesAMessage() {
        check(noClasses().that().doNotHaveFullyQualifiedName("dev.mandate.engine.authority.ManagedSigning")
                .and().doNotHaveFullyQualifiedName(AuthorizedMessage.class.getName())
                .and().resideOutsideOfPackage("dev.mandate.testkit.keys")
                .should().callConstructorWhere(describe("makes an authorized message", call ->
                        call.getTarget().getOwner().isEquivalentTo(AuthorizedMessage.class))));
    }

    /** What one source said must not pass for agreed. The laws make facts of their own. */
    @Test
    void onlyThoseWhoCompareSourcesMakeAgreedFacts() {
        check(noClasses().that().resideOutsideOfPackage("dev.mandate.engine.agreement")
                .and().resideOutsideOfPackage("dev.mandate.testkit.laws")
                .and().doNotHaveFullyQualifiedName(Agreed.class.getName())
                .should().callConstructorWhere(describe("makes an agreed fact", call ->
                        call.getTarget().getOwner().isEquivalentTo(Agreed.class))));
    }

    /** A comparison that ends at the first difference would tell how much of a guess is right. */
    @Test
    void oneTimeCodesAreComparedInConstantTime() {
        check(noClasses().that().resideInAPackage("dev.mandate.engine..")
                .should().callMethod(OneTimeCode.class, "equals", Object.class));
    }

    /** In some locales a machine writes numbers with other digits by default. Clients, logs and scripts expect ASCII digits. */
    @Test
    void numbersAreWrittenAlikeOnEveryMachine() throws IOException {
        TreeSet<String> local = new TreeSet<>();
        for (Path file : sources()) {
            if (LOCAL_NUMBER.matcher(Files.readString(file)).find()) {
                local.add(file.toString());
            }
        }
        assertEquals(new TreeSet<>(), local, "%d or %f without Locale.ROOT; whole numbers go with %s as well");
    }

    /** Returns the main sources of every module except the tools. */
    private static List<Path> sources() throws IOException {
        Path root = Path.of("..").toRealPath();
        List<Path> found = new ArrayList<>();
        // Not the folders "target", where files come and go while other modules are tested.
        try (Stream<Path> modules = Files.walk(root, 2)) {
            for (Path folder : modules.map(module -> module.resolve("src/main/java")).filter(Files::isDirectory).toList()) {
                try (Stream<Path> files = Files.walk(folder)) {
                    found.addAll(files.filter(file -> SOURCE.matcher(root.relativize(file).toString()).matches()).toList());
                }
            }
        }
        return found;
    }

    private static final Pattern SOURCE = Pattern.compile("(?!tools/)[a-z0-9-]+(/[a-z-]+)?/src/main/java/.*\\.java");

    /** A number conversion in a format string that no {@code Locale.ROOT} precedes. */
    private static final Pattern LOCAL_NUMBER =
            Pattern.compile("(?<!Locale\\.ROOT,\\s{0,40})\"[^\"\\n]*%[-#+ 0,(]*[0-9]*(\\.[0-9]+)?[dfeEg][^\"\\n]*\"");

    @Test
    void everyPackageHasADescription() {
        TreeSet<String> silent = new TreeSet<>();
        for (JavaClass type : CODE) {
            JavaPackage home = type.getPackage();
            boolean marked = home.tryGetPackageInfo()
                    .map(info -> info.isAnnotatedWith(NullMarked.class))
                    .orElse(false);
            if (!marked) {
                silent.add(home.getName());
            }
        }
        assertEquals(new TreeSet<>(), silent, "packages without a @NullMarked package-info.java");
    }

    private static DescribedPredicate<JavaClass> touchTheWorld() {
        return resideInAnyPackage(
                        "java.io..", "java.net..", "java.nio.file..", "java.nio.channels..", "java.sql..",
                        "java.lang.foreign..", "java.util.logging..", "java.util.random..")
                .or(describe("are a clock, a source of chance, or a way out", type -> List.of(
                                "java.time.Clock", "java.time.InstantSource", "java.util.Random",
                                "java.util.SplittableRandom", "java.security.SecureRandom", "java.util.Timer",
                                "java.lang.Thread", "java.lang.Runtime", "java.lang.Process",
                                "java.lang.ProcessBuilder", "java.util.concurrent.Executors",
                                "java.util.concurrent.ForkJoinPool", "java.util.concurrent.CompletableFuture")
                        .contains(type.getName())));
    }

    private static DescribedPredicate<JavaAccess<?>> readsTheWorld() {
        return describe("reads a clock, chance or the process's surroundings", access ->
                isClock(access.getTarget()) || isSurroundings(access.getTarget()));
    }

    /** Builders of engines may: they use the machine's clock if the embedder supplies none. The node for contributors is a program of its own. */
    private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
        return describe("reads a clock of its own", access -> isClock(access.getTarget())
                && !access.getOriginOwner().getName().matches("dev\\.mandate\\.(engine\\..*Engines?\\$Builder|testsupport\\.svm\\.SvmNode)"));
    }

    private static boolean isClock(AccessTarget target) {
        String owner = target.getOwner().getName();
        return (owner.startsWith("java.time.") && target.getName().equals("now"))
                || (List.of("java.time.Clock", "java.time.InstantSource").contains(owner)
                        && target.getName().startsWith("system"))
                || (owner.equals("java.lang.System")
                        && List.of("currentTimeMillis", "nanoTime").contains(target.getName()));
    }

    private static boolean isSurroundings(AccessTarget target) {
        String owner = target.getOwner().getName();
        return (owner.equals("java.lang.System") && !target.getName().equals("arraycopy"))
                || (owner.equals("java.lang.Math") && target.getName().equals("random"))
                || (owner.equals("java.util.UUID") && target.getName().equals("randomUUID"));
    }

    /** Some rules name parts that do not exist yet. An empty selection is fine, because another rule lists all existing parts. */
    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CODE);
    }
}
