package encore.infra.cli;

/** A command cannot go on; its message is all that its user needs. */
class CommandFailed extends RuntimeException {

    CommandFailed(String sentence) {
        super(sentence, null, false, false);
    }
}
