package dev.mandate.samples.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaFileObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that takes the address of a smart account's settings for the account's own, or the other way round, does not compile. */
class SettingsAddressTest {

    private static final List<String> TAKE_ANY_OTHER_ADDRESS = List.of(
            "new BuildRequest.Transfer(ref.%s(), other, new Token.Sol(), amount, signers, BuildOptions.DEFAULT)",
            "new BuildRequest.Transfer(other, ref.%s(), new Token.Sol(), amount, signers, BuildOptions.DEFAULT)",
            "new BuildRequest.UseLimit(other, other, other, ref.%s(), amount, BuildOptions.DEFAULT)",
            "new Signer(ref.%s(), Permissions.ALL)",
            "BuildOptions.DEFAULT.paidBy(ref.%s())",
            "custody.account(ref.%s())",
            "custody.balances(ref.%s())",
            "new AccountRef(ref.%s(), ref.settings())");

    private static final List<String> TAKE_SETTINGS = List.of(
            "custody.register(ref.%s())",
            "custody.inspect(ref.%s())",
            "tenant.importAccount(ref.%s(), new Retry.Unnamed())",
            "program.accountOf(ref.%s())",
            "new AccountRef(ref.address(), ref.%s())");

    @TempDir
    private Path out;

    @Test
    void noSettingsAddressStandsForAnAccountADestinationOrASigner() throws IOException {
        assertEquals(List.of(), errors(TAKE_ANY_OTHER_ADDRESS, "address"));
        assertMixedUp("SettingsAddress cannot be converted to Address", TAKE_ANY_OTHER_ADDRESS, "settings");
    }

    @Test
    void noOtherAddressStandsForSettings() throws IOException {
        assertEquals(List.of(), errors(TAKE_SETTINGS, "settings"));
        assertMixedUp("Address cannot be converted to SettingsAddress", TAKE_SETTINGS, "address");
    }

    /** Requires one error for each call, and this one. */
    private void assertMixedUp(String why, List<String> calls, String component) throws IOException {
        List<String> expected = calls.stream().map(call -> call + ": " + why).toList();
        List<String> found = errors(calls, component).stream()
                .map(error -> error.replaceAll("dev\\.mandate\\.[\\w.]*\\.", ""))
                .map(error -> error.replaceAll("(?s)^/Call(\\d+)\\.java:.*?[ ;](\\w+ cannot be converted to \\w+).*", "$1 $2").split(" ", 2))
                .map(error -> calls.get(Integer.parseInt(error[0])) + ": " + error[1])
                .toList();
        assertEquals(expected, found);
    }

    private List<String> errors(List<String> calls, String component) throws IOException {
        TypeIndex types = TypeIndex.ofClassPath();
        List<JavaFileObject> sources = new ArrayList<>();
        for (String call : calls) {
            String name = "Call" + sources.size();
            String code = """
                    class %s {
                        Object of(
                                Custody custody, TenantService tenant, SmartAccountProgram program,
                                AccountRef ref, Address other, BaseUnits amount, Array<Address> signers) {
                            return %s;
                        }
                    }
                    """.formatted(name, call.formatted(component));
            sources.add(DocumentedCodeTest.source(name, types.imports(code, ";") + code));
        }
        return DocumentedCodeTest.errors(sources, out);
    }
}
