package encore.infra.cli;

/** Thrown when a command cannot continue. Its user sees only the message. */
class CommandFailed extends RuntimeException {

    CommandFailed(String sentence) {
        super(sentence, null, false, false);
    }
}
