package encore.kernel.contacts.messages;

import encore.kernel.contacts.ContactKind;

/**
 * The message that carries a code: a fixed English text with the sender's name, and nothing that a caller chose.
 *
 * @param subject one line, for mail
 * @param text a few lines for mail, one line for SMS
 */
public record CodeMessage(String subject, String text) {

    private static final int LONGEST_NAME = 64;

    /**
     * Composes the message.
     *
     * @param senderName the name of the business or of the account. Control characters are left out, so that it can end
     *     no line
     */
    public static CodeMessage of(ContactKind kind, String senderName, String code) {
        String name = line(senderName);
        String subject = "Your code for " + name;
        String text = kind == ContactKind.PHONE
                ? name + ": your code is " + code + ". It is valid for 10 minutes."
                : "Your code for " + name + " is " + code + ".\n\n"
                        + "It can be used once, within 10 minutes. Do not give it to anybody.\n"
                        + "If you did not ask for it, ignore this message.\n";
        return new CodeMessage(subject, text);
    }

    /**
     * Composes the mail of a QR code, which is attached to it.
     *
     * @param title the title of the reward or the quest. Control characters are left out, so that it can end no line
     * @param data the data of the QR code
     */
    public static CodeMessage ofQrCode(String title, String data) {
        String name = line(title);
        return new CodeMessage(
                "Your QR code: " + name,
                "You got " + name + ".\n\n"
                        + "Show the attached QR code. It is only for you: do not give it to anybody.\n"
                        + "Its code is " + data + ".\n");
    }

    /**
     * Composes the mail of a new template.
     *
     * @param portal the name of the portal. Control characters are left out, so that it can end no line
     * @param template the name of the template, also on one line
     */
    public static CodeMessage ofTemplate(String portal, String template) {
        String name = line(portal);
        return new CodeMessage(
                "New template: " + name, "The template " + line(template) + " was made on the portal " + name + ".\n");
    }

    private static String line(String name) {
        String line = name.codePoints()
                .map(each -> isUnsafe(each) ? ' ' : each)
                .limit(LONGEST_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip();
        return line.isEmpty() ? "your account" : line;
    }

    /** Returns whether a character may end a line or change the direction of the text. */
    private static boolean isUnsafe(int each) {
        int type = Character.getType(each);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }

    @Override
    public String toString() {
        return "CodeMessage";
    }
}
