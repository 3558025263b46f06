package encore.infra.cli.terminal;

/** Thrown when a command cannot continue. Its user sees only the message. */
public class CommandFailed extends RuntimeException {

    public CommandFailed(String sentence) {
        super(sentence, null, false, false);
    }
}
