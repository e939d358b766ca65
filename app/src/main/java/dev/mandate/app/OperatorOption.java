package dev.mandate.app;

import dev.mandate.domain.access.OperatorName;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --by}: who runs a command that changes something. It is recorded. */
final class OperatorOption {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @CommandLine.Option(
            names = "--by",
            paramLabel = "NAME",
            defaultValue = "${sys:user.name}",
            description = "Who does it. It is recorded, and shown to the tenants concerned (default: the login name, ${DEFAULT-VALUE}).")
    private String name = "";

    OperatorName name() {
        return OperatorName.parse(name)
                .getOrElseThrow(problem -> new ParameterException(spec.commandLine(), "--by: " + problem));
    }
}
