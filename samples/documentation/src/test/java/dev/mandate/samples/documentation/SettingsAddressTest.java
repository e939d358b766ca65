package dev.mandate.samples.documentation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Code that takes the address of a smart account's settings for the account's own, or the other way round, does not compile. */
class SettingsAddressTest {

    @TempDir
    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {
        "new BuildRequest.Transfer(ref.%s(), other, new Token.Sol(), amount, signers, BuildOptions.DEFAULT)",
        "new BuildRequest.Transfer(other, ref.%s(), new Token.Sol(), amount, signers, BuildOptions.DEFAULT)",
        "new BuildRequest.UseLimit(other, other, other, ref.%s(), amount, BuildOptions.DEFAULT)",
        "new Signer(ref.%s(), Permissions.ALL)",
        "BuildOptions.DEFAULT.paidBy(ref.%s())",
        "custody.account(ref.%s())",
        "custody.balances(ref.%s())",
        "new AccountRef(ref.%s(), ref.settings())"
    })
    void noSettingsAddressStandsForAnAccountADestinationOrASigner(String call) throws IOException {
        assertEquals(List.of(), errors(call.formatted("address")));
        assertMixedUp("SettingsAddress cannot be converted to Address", call.formatted("settings"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "custody.register(ref.%s())",
        "custody.inspect(ref.%s())",
        "tenant.importAccount(ref.%s(), new Retry.Unnamed())",
        "program.accountOf(ref.%s())",
        "new AccountRef(ref.address(), ref.%s())"
    })
    void noOtherAddressStandsForSettings(String call) throws IOException {
        assertEquals(List.of(), errors(call.formatted("settings")));
        assertMixedUp("Address cannot be converted to SettingsAddress", call.formatted("address"));
    }

    private void assertMixedUp(String why, String call) throws IOException {
        List<String> errors = errors(call);
        assertEquals(1, errors.size(), errors::toString);
        String error = errors.getFirst().replaceAll("dev\\.mandate\\.[\\w.]*\\.", "");
        assertTrue(error.contains(" " + why) || error.contains(";" + why), error);
    }

    private List<String> errors(String call) throws IOException {
        String code = """
                class Mixed {
                    Object of(
                            Custody custody, TenantService tenant, SmartAccountProgram program,
                            AccountRef ref, Address other, BaseUnits amount, Array<Address> signers) {
                        return %s;
                    }
                }
                """.formatted(call);
        return DocumentedCodeTest.errors(
                List.of(DocumentedCodeTest.source("Mixed", TypeIndex.ofClassPath().imports(code, ";") + code)), out);
    }
}
