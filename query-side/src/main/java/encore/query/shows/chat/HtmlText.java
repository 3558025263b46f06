package encore.query.shows.chat;

/** Escapes the HTML characters of a text once, on its way out. The log has it as it was sent. */
public final class HtmlText {

    private HtmlText() {}

    public static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(each);
            }
        }
        return escaped.toString();
    }
}
