"""Tool definitions in many name styles, requests for them, calls with arguments copied from the request, results."""
import json

from conversations import A, S, U, case, greet, msys, qaconv, copy, count, unknown, memory
from values import day, dish, problem, title
from words import *

UNITS = [["celsius", "fahrenheit"], ["kg", "lb"], ["km", "miles"], ["low", "medium", "high"], ["asc", "desc"], ["open", "closed", "pending"], ["red", "green", "blue"], ["metric", "imperial"], ["small", "medium", "large"], ["daily", "weekly", "monthly"], ["read", "write", "admin"], ["todo", "in_progress", "done"], ["staging", "production"]]


def style(r, ws):
    """Join words as a tool name in one of the usual styles."""
    ws = [w.lower() for w in ws]
    x = r.random()
    if x < .38: return "_".join(ws)
    if x < .58: return ws[0] + "".join(w.capitalize() for w in ws[1:])
    if x < .68: return "-".join(ws)
    if x < .75: return ".".join([ws[-1]] + ["_".join(ws[:-1])]) if len(ws) > 1 else ws[0]
    if x < .82: return "".join(w.capitalize() for w in ws)
    if x < .93: return "mcp__%s__%s" % (pick(r, "fs", "github", "slack", "db", "web", "calendar", low(r)), "_".join(ws))
    return "%s%s%s" % (low(r), pick(r, "_", ".", "-", "__"), "_".join(ws))


def pstyle(r, k, camel):
    ws = k.split("_")
    return ws[0] + "".join(w.capitalize() for w in ws[1:]) if camel else k


# Domain tools: (name word lists, description choices, {param: (json type, maker, description)}, request templates)
# A template names its parameters in braces; optional parameters come in only when the template mentions them.
UNIT = ("enum", lambda r: r.choice(UNITS[0]), "")
ST, IN, NU, BO = "string", "integer", "number", "boolean"
DOM = [
    ("get weather|get current weather|weather|fetch weather|get forecast|check weather", "Get the current weather in a given location|Get the weather for a city|Returns weather data", {"location|city|place": (ST, city, "The city and state, e.g. San Francisco, CA|City name"), "unit|units": UNIT}, "What is the weather in {0}?|What's the weather like in {0}?|What's the weather like in {0} today?|How is the weather in {0} today?|weather in {0}|Weather {0} please|Is it raining in {0}?|Tell me the weather in {0} in {1}.|What is the weather in {0} in {1}?|How hot is it in {0} right now?|What will the weather be like in {0}?|Do I need an umbrella in {0}?"),
    ("get stock price|stock quote|lookup stock|get quote|fetch stock price", "Get the current stock price for a given ticker symbol|Retrieve the latest price of a stock", {"ticker|symbol|ticker_symbol": (ST, ticker, "The stock ticker symbol, e.g. AAPL for Apple Inc.|Ticker symbol")}, "What is the stock price of {0}?|How much is {0} trading at?|What's the {0} stock price?|Get the stock price of {0}|price of {0} stock|What's the S&P ticker {0} at today?|Look up {0} for me.|Get the stock price with ticker {0}"),
    ("send sms|send text message|send text|sms", "Send a text message to a phone number", {"phone_number|to|number|recipient": (ST, phone, "Phone number"), "body|text|message": (ST, sentence, "The text of the message")}, 'Send an sms to {0} with body "{1}"|Text {0}: {1}|Send a text to {0} saying {1}|Send "{1}" to {0}|Message {0} and say "{1}"'),
    ("send email|email|send mail|compose email", "Send an email to a recipient|Sends an email", {"to|recipient|email|to_address": (ST, email, "Recipient email address"), "subject": (ST, phrase, "Subject line"), "body|text|content": (ST, sentence, "Body of the email")}, 'Send an email to {0} with subject "{1}" and body "{2}"|Email {0} about {1}: {2}|Write an email to {0}, subject {1}, saying "{2}"|Send {0} an email with the subject {1} and the text {2}|Mail {0}: subject {1}, text {2}|Email {0} with subject {1} saying {2}|Can you send an email to {0} with subject "{1}" saying "{2}"?'),
    ("search web|web search|search|google search|search internet", "Search the web for a query|Search the internet and return results", {"query|q|search_query": (ST, phrase, "The search query"), "limit|max_results|num_results": (IN, lambda r: r.randint(1, 50), "Maximum number of results")}, 'Search the web for {0}|Search for {0}|Find information about {0}|Look up {0} online|Google "{0}"|Search for "{0}" and give me {1} results|Find {1} results for {0}|Please search {0}'),
    ("create event|create calendar event|add event|schedule event|calendar create", "Create a calendar event|Add an event to the calendar", {"title|summary|name": (ST, phrase, "Title of the event"), "date|day|start_date": (ST, date, "Date"), "time|start_time": (ST, time_, "Start time")}, 'Create an event "{0}" on {1} at {2}|Schedule {0} for {1} at {2}|Add {0} to my calendar on {1} at {2}|Put "{0}" in my calendar on {1}|Create an event called {0} on {1}'),
    ("read file|open file|file read|get file contents|view file", "Read the contents of a file|Read a file from disk and return its text", {"path|file_path|filename|file": (ST, path, "Path of the file|Absolute path to the file"), "limit|max_lines": (IN, integer, "Number of lines to read")}, "Read the file {0}|Open {0}|Show me {0}|What is in {0}?|cat {0}|Read {0}|Show me the contents of {0}|Please read {0}.|Read the first {1} lines of {0}|What does {0} say?"),
    ("write file|create file|save file|file write", "Write text to a file|Create or overwrite a file", {"path|file_path|filename": (ST, path, "Path of the file"), "content|contents|text": (ST, sentence, "Text to write")}, 'Write "{1}" to {0}|Create a file {0} with the content "{1}"|Save "{1}" in {0}|Write a file {0} containing {1}|Create {0} with the text {1}'),
    ("list directory|list files|ls|list dir|list folder", "List the files in a directory", {"path|directory|dir|folder": (ST, folder, "Directory to list")}, "List the files in {0}|What files are in {0}?|ls {0}|Show me the directory {0}|List {0}"),
    ("run command|bash|execute command|shell|run shell|exec", "Run a shell command and return its output|Execute a bash command", {"command|cmd": (ST, command, "The command to run"), "timeout": (IN, lambda r: r.randint(1, 600), "Timeout in seconds")}, "Run {0}|Run `{0}`|Execute the command {0}|Please run: {0}|Execute `{0}` with a timeout of {1} seconds|Run the command `{0}`"),
    ("get time|current time|get current time|time now", "Get the current time in a timezone", {"timezone|tz": (ST, lambda r: r.choice(TZ), "IANA timezone name")}, "What time is it in {0}?|Current time in {0}|Tell me the time in {0}|time {0}"),
    ("convert currency|currency convert|exchange", "Convert an amount between currencies", {"amount": (NU, lambda r: abs(number(r)), "Amount"), "from|from_currency|source": (ST, lambda r: r.choice(CURR), "Currency code"), "to|to_currency|target": (ST, lambda r: r.choice(CURR), "Currency code")}, "Convert {0} {1} to {2}|How much is {0} {1} in {2}?|What is {0} {1} in {2}?|Exchange {0} {1} into {2}"),
    ("translate|translate text|translator", "Translate text into another language", {"text": (ST, sentence, "Text to translate"), "target_language|language|to": (ST, lambda r: r.choice(LANGS), "Target language")}, 'Translate "{0}" to {1}|Translate {0} into {1}|How do you say "{0}" in {1}?'),
    ("calculator|calculate|evaluate|math|compute", "Evaluate a math expression|Do arithmetic", {"expression|expr|formula": (ST, expr, "The expression")}, "What is {0}?|Calculate {0}|Compute {0}|Evaluate {0}|How much is {0}?|Use the calculator for {0}"),
    ("create ticket|open ticket|create issue|add issue|jira create", "Create a support ticket|Create an issue in the tracker", {"title|summary|subject": (ST, phrase, "Short title"), "priority|severity": ("enum", lambda r: r.choice(UNITS[3]), "")}, 'Create a ticket "{0}" with priority {1}|Open a {1} priority ticket about {0}|Create an issue: {0}|File a ticket for "{0}"|Open an issue titled "{0}" with {1} priority'),
    ("set timer|start timer|timer", "Set a timer", {"minutes|duration": (IN, lambda r: r.randint(1, 120), "Minutes"), "label|name": (ST, low, "Label")}, "Set a timer for {0} minutes|Start a {0} minute timer|Timer {0} minutes please|Set a {0} minute timer called {1}|Remind me in {0} minutes"),
    ("play music|play song|play", "Play a song", {"song|title|track": (ST, phrase, "Song title"), "artist": (ST, fname, "Artist")}, 'Play {0} by {1}|Play "{0}"|Play the song {0}|I want to hear "{0}" by {1}'),
    ("book flight|search flights|find flights|flight search", "Book a flight|Search for flights", {"origin|from|departure": (ST, city, "Departure city"), "destination|to|arrival": (ST, city, "Arrival city"), "date|departure_date": (ST, date, "Date")}, "Book a flight from {0} to {1} on {2}|Find flights from {0} to {1} on {2}|I want to fly from {0} to {1} on {2}|Fly me from {0} to {1} {2}"),
    ("book hotel|reserve hotel|hotel booking|find hotel", "Book a hotel room", {"city|location": (ST, city, "City"), "nights": (IN, lambda r: r.randint(1, 20), "Number of nights"), "guests": (IN, lambda r: r.randint(1, 6), "Number of guests")}, "Book a hotel in {0} for {1} nights|Find a hotel in {0} for {2} guests and {1} nights|I need a hotel in {0} for {1} nights for {2} people"),
    ("get user|lookup user|find customer|get customer|user info|get account", "Get a user by id|Look up a customer record", {"user_id|id|customer_id|account_id": (ST, ident, "Identifier of the user")}, "Get user {0}|Who is user {0}?|Look up customer {0}|Show me the account {0}|Find the user with id {0}|Info on {0} please"),
    ("get order|get order status|track order|order status|track package", "Get the status of an order|Track a package", {"order_id|id|order_number|tracking_number": (ST, ident, "Order id")}, "Where is my order {0}?|What is the status of order {0}?|Track {0}|Check order {0}|Has {0} shipped?|Order status for {0}"),
    ("cancel order|delete order|refund order", "Cancel an order", {"order_id|id": (ST, ident, "Order id"), "reason": (ST, phrase, "Reason")}, "Cancel order {0}|Please cancel {0} because of {1}|Cancel my order {0}, reason: {1}|I want to cancel {0}"),
    ("set light|turn on light|control light|set lamp", "Control a light", {"room|location": (ST, low, "Room"), "on|state|enabled": (BO, lambda r: r.random() < .5, "Whether the light is on"), "brightness": (IN, lambda r: r.randint(0, 100), "Brightness in percent")}, "Turn {1:on/off} the light in the {0}|Turn the {0} light {1:on/off}|Switch {1:on/off} the lights in the {0}|Turn the {0} light {1:on/off} with brightness {2}|Set the {0} light {1:on/off} at {2} percent"),
    ("set temperature|set thermostat|thermostat", "Set the thermostat", {"temperature|degrees": (NU, lambda r: pick(r, r.randint(10, 30), r.randint(20, 60) / 2), "Target temperature"), "unit": UNIT}, "Set the temperature to {0}|Set the thermostat to {0} degrees {1}|Make it {0} degrees|Set it to {0} {1}"),
    ("add to cart|cart add|order product|buy item", "Add a product to the cart", {"product|item|product_name": (ST, phrase, "Product"), "quantity|count|amount": (IN, lambda r: r.randint(1, 30), "How many")}, "Add {1} {0} to my cart|Order {1} {0}|I want to buy {1} {0}|Put {1} {0} in the cart|Buy {1} of {0}"),
    ("query database|run query|sql|execute sql|db query", "Run a SQL query", {"query|sql|statement": (ST, sql, "SQL statement")}, "Run the query {0}|Execute {0}|Run this SQL: {0}|Query the database: {0}"),
    ("fetch url|fetch|get url|open page|browse|http get", "Fetch a web page|Download the content of a URL", {"url|link|uri": (ST, url, "The URL")}, "Fetch {0}|Open {0}|What is on {0}?|Get the page {0}|Summarize {0}|Download {0}|Visit {0} and tell me what it says"),
    ("send message|post message|slack post|post to channel", "Post a message to a channel|Send a chat message", {"channel|to|room": (ST, lambda r: "#" + low(r), "Channel name"), "message|text|content": (ST, sentence, "Message text")}, 'Post "{1}" to {0}|Send {1} to {0}|Tell {0} that {1}|Write "{1}" in {0}|Post a message in {0}: {1}'),
    ("create branch|git branch|new branch", "Create a git branch", {"branch|name|branch_name": (ST, branch, "Branch name"), "repo|repository": (ST, lambda r: low(r) + "/" + low(r), "Repository")}, "Create a branch {0} in {1}|Make a new branch {0}|Create the branch {0} on {1}"),
    ("get location|geocode|find place|reverse geocode", "Find a place by coordinates", {"latitude|lat": (NU, lambda r: round(r.uniform(-90, 90), r.choice([2, 4])), "Latitude"), "longitude|lng|lon": (NU, lambda r: round(r.uniform(-180, 180), r.choice([2, 4])), "Longitude")}, "What is at {0}, {1}?|Find the place at latitude {0} and longitude {1}|Which place is {0}, {1}?|Geocode {0},{1}"),
    ("find restaurants|search restaurants|find places", "Find restaurants", {"cuisine|type|food": (ST, lambda r: pick(r, *LANGS, "Thai", "Indian", "Mexican", "vegan"), "Type of food"), "location|city": (ST, city, "City")}, "Find {0} restaurants in {1}|I want {0} food in {1}|Where can I eat {0} in {1}?|Any good {0} places in {1}?"),
    ("roll dice|random number|dice", "Roll dice", {"sides": (IN, lambda r: r.choice([4, 6, 8, 10, 12, 20, 100]), "Number of sides"), "count|rolls": (IN, lambda r: r.randint(1, 10), "How many dice")}, "Roll a {0} sided dice|Roll {1} dice with {0} sides|Roll a d{0}"),
    ("get news|news|latest news|fetch headlines", "Get the latest news", {"topic|category|subject": (ST, lambda r: pick(r, r.choice(TOPIC), phrase(r, 1, 2)), "Topic"), "country": (ST, lambda r: r.choice(list(CAP)[:30]), "Country")}, "What is the news about {0}?|Latest news on {0}|News about {0} in {1}|Get me headlines about {0}"),
    ("add contact|create contact|save contact", "Save a contact", {"name": (ST, fname, "Full name"), "phone": (ST, phone, "Phone number"), "email": (ST, email, "Email address")}, "Add a contact {0} with phone {1}|Save {0}, phone {1}, email {2}|Create a contact for {0} with email {2}|New contact: {0}, {1}, {2}"),
    ("delete file|remove file|rm", "Delete a file", {"path|file|file_path": (ST, path, "Path")}, "Delete {0}|Remove the file {0}|Please delete {0}"),
    ("add todo|create task|add task|create todo", "Add a task to the list", {"task|title|text": (ST, sentence, "What to do"), "due|due_date|deadline": (ST, date, "Due date"), "tags|labels": ("array", low, "Tags")}, 'Add a task "{0}"|Add "{0}" to my todo list due {1}|New task: {0}|Create a task "{0}" with tags {2}|Add the task "{0}" due {1} with tags {2}'),
    ("send invitation|invite|invite people|add members", "Invite people", {"emails|attendees|recipients": ("array", email, "Email addresses"), "event|title|topic": (ST, phrase, "Event")}, "Invite {0} to {1}|Send an invitation for {1} to {0}"),
    ("sum numbers|add numbers|average|max", "Add a list of numbers", {"numbers|values": ("iarray", lambda r: r.randint(-20, 200), "The numbers")}, "Add {0}|What is the sum of {0}?|Sum the numbers {0}|Use the tool on {0}"),
    ("add|sum|multiply|subtract", "Calculate with two numbers|Add two numbers", {"a|x": (NU, lambda r: number(r), "First number"), "b|y": (NU, lambda r: number(r), "Second number")}, "Add {0} and {1}|What is {0} plus {1}?|Use the tool with {0} and {1}|What is {0} times {1}?|Compute {0} and {1}"),
    ("get product|product info|check stock|lookup product|get inventory", "Get product details|Check the inventory of a product", {"sku|product_id|item_id": (ST, ident, "SKU")}, "Is {0} in stock?|Get product {0}|Tell me about the product {0}|How many {0} do we have?"),
    ("next bus|bus times|get departures", "Departures of a bus stop|When the next bus leaves", {"stop|station": (ST, city, "Name of the stop"), "line": (ST, lambda r: str(r.randint(1, 99)), "Line")}, "When does the next bus leave from {0}?|Next bus at {0}|When does line {1} leave from {0}?|Bus times for {0}"),
    ("count words|word count", "Count the words of a text", {"text": (ST, prose, "The text")}, 'How many words are in "{0}"?|Count the words of: {0}|Count the words in "{0}"'),
    ("shorten url|short link", "Make a short link", {"url|link": (ST, url, "The long URL")}, "Shorten {0}|Make a short link for {0}|I need a shorter version of {0}"),
    ("create password|generate password", "Generate a random password", {"length|characters": (IN, lambda r: r.randint(6, 64), "How many characters")}, "Create a password with {0} characters|I need a {0} character password|Give me a random password of length {0}"),
    ("get holidays|public holidays", "Public holidays of a country", {"country": (ST, lambda r: r.choice(list(CAP)[:30]), "Country"), "year": (IN, lambda r: r.randint(2000, 2040), "Year")}, "Which holidays are there in {0} in {1}?|Holidays in {0} in {1}|When are the holidays in {0} {1}?"),
    ("log meal|add meal|track food", "Add a meal to the diary", {"food|meal": (ST, phrase, "What was eaten"), "calories|kcal": (IN, lambda r: r.randint(20, 2000), "Calories")}, "I ate {0} with {1} calories|Log {0}, {1} kcal|I had {0} for lunch|Add {0} to my food diary"),
    ("log sleep|track sleep", "Record hours of sleep", {"hours": (NU, lambda r: pick(r, r.randint(2, 12), r.randint(4, 23) / 2), "Hours")}, "I slept {0} hours|I got {0} hours of sleep|Record {0} hours of sleep"),
    ("start vacuum|clean room|vacuum", "Let the robot clean a room", {"room|area": (ST, low, "Room")}, "Vacuum the {0}|Clean the {0} with the robot|The {0} is dirty, please vacuum it|Let the robot clean the {0}"),
    ("feed pet|give food", "Give food to a pet", {"pet|name": (ST, pname, "Name of the pet"), "grams|amount": (IN, lambda r: r.randint(5, 500), "Grams")}, "Give {0} {1} grams of food|Feed {0}|Feed {0} with {1} grams|{0} is hungry, give it {1} grams"),
    ("air quality|get air quality", "Air quality of a city", {"city|location": (ST, city, "City")}, "How is the air in {0}?|Air quality in {0}|Is the air in {0} good today?|Can I breathe well in {0}?"),
    ("rename file|move file", "Rename or move a file", {"from|source|old": (ST, path, "Present path"), "to|target|new": (ST, path, "New path")}, "Rename {0} to {1}|Move {0} to {1}|Rename the file {0} as {1}"),
    ("copy file|duplicate file", "Copy a file", {"source|from": (ST, path, "File to copy"), "target|to|destination": (ST, path, "Where to")}, "Copy {0} to {1}|Make a copy of {0} at {1}|Duplicate {0} as {1}"),
    ("compress|make archive|zip", "Compress a folder", {"path|folder": (ST, folder, "Folder"), "format": (ST, lambda r: pick(r, "zip", "tar", "gz"), "Format")}, "Compress {0}|Compress {0} as {1}|Make a {1} of {0}|Pack the folder {0}"),
    ("count lines|line count", "Count the lines of a file", {"file|path": (ST, path, "File")}, "How many lines does {0} have?|Count the lines of {0}|How long is {0}?"),
    ("install package|add package", "Install a package", {"name|package": (ST, low, "Package"), "version": (ST, version, "Version")}, "Install {0}|Install {0} version {1}|Add the package {0}|Please install {0} in version {1}"),
    ("kill process|stop process|end task", "Stop a running process", {"pid|process_id": (IN, lambda r: r.randint(2, 99999), "Process id")}, "Kill process {0}|Stop the process with pid {0}|Process {0} hangs, kill it|End {0}"),
    ("ping host|check host", "See whether a host answers", {"host|address": (ST, lambda r: pick(r, domain, ip)(r), "Host name or IP")}, "Ping {0}|Is {0} reachable?|Check if {0} is up|Does {0} answer?"),
    ("merge branch|git merge", "Merge one branch into another", {"branch|source": (ST, branch, "Branch"), "into|target": (ST, branch, "Target branch")}, "Merge {0} into {1}|Please merge the branch {0} into {1}"),
    ("deploy|deploy app|roll out", "Deploy an application", {"app|service|name": (ST, low, "Name"), "environment|env": ("enum", lambda r: "staging", "")}, "Deploy {0} to {1}|Roll out {0} on {1}"),
    ("get logs|show logs|tail logs", "Show the log of a program", {"name|app|program": (ST, lambda r: low(r) + pick(r, "", "-" + low(r)), "Program"), "lines": (IN, lambda r: r.randint(5, 500), "How many lines")}, "Show me the last {1} log lines of {0}|Logs of {0}|What do the logs of {0} say?|Give me {1} lines of the {0} log"),
    ("scale deployment|set replicas", "Change the number of replicas", {"name|deployment": (ST, lambda r: low(r) + pick(r, "", "-" + low(r)), "Deployment"), "replicas|count": (IN, lambda r: r.randint(0, 30), "Replicas")}, "Scale {0} to {1} replicas|Run {1} copies of {0}|Set {0} to {1} replicas"),
    ("create user|add user|register user", "Create a user account", {"name|username": (ST, pname, "Name"), "email": (ST, email, "Email address")}, "Create a user {0} with the email {1}|Add {0} ({1}) as a user|Register {0} with {1}"),
    ("apply coupon|use discount|redeem code", "Apply a discount code", {"code|coupon": (ST, ident, "Code")}, "Apply the discount code {0}|I have a coupon: {0}|Redeem {0}|Use the code {0}"),
    ("return item|send back|start return", "Start the return of a product", {"item|product": (ST, phrase, "Product"), "reason": (ST, phrase, "Reason")}, "I want to return {0} because of {1}|Return {0}|I'd like to send {0} back|Send back {0}, reason: {1}"),
    ("leave review|rate product|add rating", "Rate a product with stars", {"product|item": (ST, phrase, "Product"), "stars|rating": (IN, lambda r: r.randint(1, 5), "1 to 5")}, "Give {0} {1} stars|Rate {0} with {1} stars|{1} stars for {0}"),
    ("find doctor|search doctor", "Find a doctor", {"specialty|field|kind": (ST, low, "Field"), "city|location": (ST, city, "City")}, "I need a {0} doctor in {1}|Find a doctor for {0} in {1}|Is there a {0} doctor in {1}?"),
    ("book appointment|make appointment", "Make an appointment", {"with|person|doctor": (ST, fname, "With whom"), "date|day": (ST, date, "Date"), "time": (ST, time_, "Time")}, "Book an appointment with {0} on {1} at {2}|I want to see {0} on {1} at {2}|Make an appointment with {0}, {1}, {2}"),
    ("movie info|get movie|lookup movie", "Facts about a movie", {"title|movie|name": (ST, phrase, "Title")}, "What is the movie {0} about?|Who plays in {0}?|Tell me about the film {0}|When did {0} come to the cinema?"),
    ("get score|match result", "Result of the last match of a team", {"team|club": (ST, pname, "Team")}, "How did {0} play?|What is the score of {0}?|Did {0} win?|Result of the {0} match"),
    ("get traffic|traffic info", "Traffic between two places", {"from|start": (ST, city, "Start"), "to|end|destination": (ST, city, "Destination")}, "How is the traffic from {0} to {1}?|Traffic between {0} and {1}|Are there jams from {0} to {1}?"),
    ("charge car|set charge", "Charge the car", {"percent|level": (IN, lambda r: r.randint(10, 100), "Percent")}, "Charge the car to {0} percent|Charge to {0}%|I need {0} percent in the battery"),
    ("set blinds|open blinds|move blinds", "Move the blinds of a room", {"room": (ST, low, "Room"), "percent|position": (IN, lambda r: r.randint(0, 100), "0 is closed")}, "Set the blinds in the {0} to {1}|Move the {0} blinds to {1} percent|{0} blinds to {1}"),
    ("convert units|unit converter", "Convert a measure", {"value|amount": (NU, lambda r: abs(number(r)), "Value"), "from|from_unit": (ST, lambda r: pick(r, "kg", "km", "miles", "feet", "liters", "pounds", "meters"), "Unit"), "to|to_unit": (ST, lambda r: pick(r, "grams", "inches", "gallons", "yards", "ounces", "cm"), "Unit")}, "Convert {0} {1} to {2}|How many {2} are {0} {1}?|{0} {1} in {2}"),
    ("days between|date difference", "Days between two dates", {"start|from|first": (ST, date, "First day"), "end|to|second": (ST, date, "Last day")}, "How many days are there between {0} and {1}?|Days from {0} to {1}|Count the days between {0} and {1}"),
    ("add expense|log expense|track spending", "Record an expense", {"amount|sum": (NU, lambda r: abs(number(r)), "Amount"), "category|what": (ST, low, "Category")}, "I spent {0} on {1}|Add an expense of {0} for {1}|I paid {0} for {1}|Log {0} for {1}"),
    ("get balance|account balance|check balance", "Balance of an account", {"account|account_id": (ST, ident, "Account")}, "What is the balance of {0}?|How much money is on {0}?|Balance of account {0}|Check the balance of {0}"),
    ("generate image|draw|create picture", "Draw a picture", {"prompt|description|text": (ST, phrase, "What to draw"), "size": (ST, lambda r: pick(r, "512x512", "1024x1024", "small", "large"), "Size")}, "Draw {0}|Create an image of {0}|Make a picture of {0} in {1}|Paint {0}"),
    ("call number|make call|dial", "Call a phone number", {"number|phone": (ST, phone, "Number")}, "Call {0}|Dial {0}|Please call {0}|Ring {0}"),
    ("subscribe|newsletter signup", "Sign up for the newsletter", {"email|address": (ST, email, "Email address")}, "Subscribe {0} to the newsletter|Sign {0} up for the newsletter|I want the newsletter at {0}"),
    ("list users|get status|ping|get profile|health check|list items|get date|get location|logout", "No parameters are needed", {}, "Call {name}|Use {name}|Run {name}|Please call the tool {name}.|Use the {name} tool"),
]
# generic parameters for made-up tools and JSON schemas
GEN = {"city": (ST, city), "location": (ST, city), "name": (ST, pname), "full_name": (ST, fname), "query": (ST, phrase), "count": (IN, integer), "amount": (NU, number), "title": (ST, phrase), "to": (ST, pname), "text": (ST, sentence), "day": (ST, lambda r: r.choice(CATS["days"])), "id": (IN, integer), "user_id": (ST, ident), "color": (ST, lambda r: r.choice(CATS["colors"])), "enabled": (BO, lambda r: r.random() < .5), "language": (ST, lambda r: r.choice(LANGS)), "minutes": (IN, integer), "a": (NU, number), "email": (ST, email), "phone": (ST, phone), "date": (ST, date), "time": (ST, time_), "path": (ST, path), "url": (ST, url), "price": (NU, lambda r: abs(number(r))), "quantity": (IN, integer), "tags": ("array", low), "items": ("array", word), "scores": ("iarray", integer), "code": (ST, ident), "version": (ST, version), "currency": (ST, lambda r: r.choice(CURR)), "active": (BO, lambda r: r.random() < .5), "age": (IN, lambda r: r.randint(1, 90)), "priority": ("enum", None), "unit": ("enum", None), "status": ("enum", None), "address": ("object", None), "options": ("object", None)}


def fill(r, ty, f):
    """Returns (schema, maker) for a json type."""
    if ty == "enum":
        if f: en = next((u for u in UNITS if f(r) in u), UNITS[0])
        else: en = r.choice(UNITS) if r.random() < .7 else r.sample([low(r) for _ in range(6)], r.randint(2, 4))
        return {"type": "string", "enum": en}, lambda r: r.choice(en)
    if ty == "array": return {"type": "array", "items": {"type": "string"}}, lambda r: [f(r) for _ in range(r.randint(1, 4))]
    if ty == "iarray": return {"type": "array", "items": {"type": "integer"}}, lambda r: [f(r) for _ in range(r.randint(2, 5))]
    if ty == "object":
        ks = r.sample([k for k in GEN if GEN[k][0] not in ("object", "enum")], r.randint(1, 3))
        sub = {k: fill(r, *GEN[k]) for k in ks}
        return {"type": "object", "properties": {k: v[0] for k, v in sub.items()}, "required": ks}, lambda r: {k: v[1](r) for k, v in sub.items()}
    return {"type": ty}, f


def mkparam(r):
    k = r.choice(list(GEN)) if r.random() < .6 else pick(r, low(r), r.choice(NOUNS) + pick(r, "", "_name", "_id", "_type"), low(r) + "_" + low(r))
    ty, f = GEN.get(k) or pick(r, (ST, r.choice(STR)), (ST, r.choice(STR)), (ST, phrase), (IN, integer), (NU, number), (BO, lambda r: r.random() < .5), ("enum", None), ("array", r.choice(STR)))
    sc, f = fill(r, ty, f)
    return k, sc, f


def say(r, v):
    """A value as it appears in a request."""
    if isinstance(v, bool): return "true" if v else "false"
    if isinstance(v, list):
        if r.random() < .3: return json.dumps(v, ensure_ascii=False)
        v = [str(x) for x in v]
        return ", ".join(v) if r.random() < .5 or len(v) == 1 else ", ".join(v[:-1]) + " and " + v[-1]
    if isinstance(v, dict): return json.dumps(v, ensure_ascii=False) if r.random() < .4 else " and ".join("%s %s" % (k.replace("_", " "), say(r, x)) for k, x in v.items())
    return str(v)


def schema(r, props, req):
    o = {"type": "object", "properties": props, "required": req}
    x = r.random()
    if x < .1: o["additionalProperties"] = False
    if not req and r.random() < .4: del o["required"]
    if x > .9: o = {k: o[k] for k in sorted(o)}
    return o


def domtool(r):
    names, descs, ps, tpl = r.choice(DOM)
    camel = r.random() < .15
    ks, props, mk, req = [], {}, [], []
    for i, (k, (ty, f, d)) in enumerate(ps.items()):
        k = pstyle(r, r.choice(k.split("|")), camel)
        sc, g = fill(r, ty, f)
        if d and r.random() < .5: sc["description"] = r.choice(d.split("|"))
        if sc.get("enum") and r.random() < .3: sc["description"] = "The %s to use" % k
        props[k] = sc; ks.append(k); mk.append(g)
        if ("{%d" % i) in tpl and all("{%d" % i in t for t in tpl.split("|")): req.append(k)
    if r.random() < .15: req = list(ks)
    desc = r.choice(descs.split("|"))
    if r.random() < .15: desc += pick(r, ". Use this tool when the user asks for it.", ". Returns a JSON object.", ". Call it only when all values are known.", ". Returns an error if nothing is found.")
    if r.random() < .08: desc += pick(r, ". Use it when the user asks about %s. It does not give any other information about %s.", ". This tool needs the exact value as the user wrote it. It should be used for %s only, not for %s.", ". It returns a short text. Do not call it twice for the same %s unless the user asks for another %s.") % (r.choice(names.split("|")), r.choice(NOUNS))
    gaps = set()                                              # strict mode: all keys required, null or a default when not given
    if r.random() < .12 and ks:
        gaps = {k for k in ks if k not in req or "enum" in props[k]}
        for k in gaps:
            if "enum" not in props[k] and isinstance(props[k]["type"], str): props[k]["type"] = [props[k]["type"], "null"]
        req = list(ks)
    fn = {"name": style(r, r.choice(names.split("|")).split()), "description": desc, "parameters": schema(r, props, req)}
    if r.random() < .05: del fn["description"]

    def ask(r):
        t = r.choice([t for t in tpl.split("|") if all("{%d" % i in t for i, k in enumerate(ks) if k in req and k not in gaps)] or tpl.split("|"))
        args = {}
        for i, k in enumerate(ks):
            v = mk[i](r)
            if "{%d:on/off}" % i in t: t = t.replace("{%d:on/off}" % i, "on" if v else "off")
            elif "{%d}" % i in t: t = t.replace("{%d}" % i, say(r, v))
            elif k in gaps: v = props[k]["enum"][0] if "enum" in props[k] else None
            elif k in req: t += pick(r, " (%s: %s)", ", %s %s", " with %s %s") % (k, say(r, v))
            else: continue
            args[k] = v
        t = t.replace("{name}", fn["name"])
        if r.random() < .12: t = pick(r, "Please ", "Can you ", "Could you please ", "Hi! ", "I need you to ") + t[0].lower() + t[1:]
        if t[-1].isalnum() and r.random() < .25 and "`" not in t: t += "."
        return t, args
    return fn, ask


def mktool(r):
    """A made-up tool whose request names the parameters."""
    v, n = r.choice(VERBS), (r.choice(NOUNS) if r.random() < .6 else low(r))
    ps, req = {}, []
    for _ in range(pick(r, 0, 1, 1, 2, 2, 3, 4)):
        k, sc, f = mkparam(r); ps[k] = (sc, f)
        if sc["type"] != "object" and r.random() < .35: sc["description"] = pick(r, "The %s", "The %s to use", "%s of the request") % k.replace("_", " ")
    req = [k for k in ps if r.random() < .75]
    fn = {"name": style(r, [v, n] if r.random() < .8 else [v]), "description": pick(r, "%s %s", "%s a %s", "%s the %s for the user", "%s one or more %s entries in the system") % (v.capitalize(), n), "parameters": schema(r, {k: p[0] for k, p in ps.items()}, req)}
    if r.random() < .1: del fn["description"]

    def ask(r):
        args = {k: p[1](r) for k, p in ps.items() if k in req or r.random() < .45}
        st = pick(r, "%s %s", "%s the %s", "Please %s the %s", "Can you %s the %s", "I want to %s a %s", "%s a %s", "Use " + fn["name"] + " to %s %s", "Call " + fn["name"], "Use the " + fn["name"] + " tool")
        st = st % (v, n) if "%s" in st else st
        parts = []
        for k, x in args.items():
            kk = k.replace("_", " ") if r.random() < .7 else k
            if isinstance(x, bool) and r.random() < .4: parts.append(("with %s" if x else "without %s") % kk)
            else: parts.append(pick(r, "with %s %s", "%s %s", "%s: %s", '%s "%s"' if isinstance(x, str) else "%s %s", "where %s is %s", "%s = %s", "%s=%s") % (kk, say(r, x)))
        r.random() < .3 and r.shuffle(parts)
        return st[0].upper() + st[1:] + (pick(r, " ", ", ", ": ") if parts else "") + pick(r, " ", " and ", ", ").join(parts) + pick(r, "", "", ".", "?", "!"), args
    return fn, ask


PEOPLE_KEYS = "name owner assignee customer author driver agent".split()


def failure(r):
    n = pick(r, low(r), r.choice(NOUNS), r.choice(THING))
    return pick(r, "not found", "permission denied", "timeout", "no such file", phrase(r, 1, 3), "invalid " + n, n + " not found", "unknown " + n, "%s is %s" % (n, pick(r, "locked", "offline", "missing", "closed", "full", low(r))), "%s %s" % (n, pick(r, "expired", "failed", "refused", "unavailable", "missing")), "no %s with id %s" % (n, ident(r)), "%s %s does not exist" % (n, anystr(r)), "too many %ss" % n, "rate limit reached, try again in %d seconds" % r.randint(1, 90), "%d %s" % (r.choice([400, 401, 403, 404, 409, 422, 429, 500, 503]), phrase(r, 1, 2)), sentence(r).rstrip(".!?"))


def member(r):
    """A key of a result, and its value."""
    k = pick(r, "temperature", "temperature_c", "status", "result", "price", "total", "message", "condition", "count", "id", "name", "city", "unit", "ok", "date", "title", "summary", low(r), low(r), r.choice(NOUNS), low(r) + "s", "%s_%s" % (low(r), pick(r, "id", "count", "name", "date", low(r))), r.choice(PEOPLE_KEYS))
    known = dict(status=lambda: pick(r, "ok", "done", "sent", "created", "shipped", "open", "closed", "pending", "in progress", low(r)), condition=lambda: pick(r, "sunny", "cloudy", "rainy", "windy", "partly cloudy"), city=lambda: city(r), unit=lambda: pick(r, "celsius", "F", "C", "kg"), ok=lambda: True, date=lambda: date(r), price=lambda: abs(number(r)), temperature=lambda: integer(r) % 60, title=lambda: pick(r, problem(r), title(r), sentence(r).rstrip(".!?")), summary=lambda: prose(r).rstrip(".!?"))
    if k in known: return k, known[k]()
    if k in PEOPLE_KEYS: return k, pick(r, pname, fname)(r)
    if k[-1] == "s" and r.random() < .6: return k, pick(r, integer(r), r.randint(0, 60))
    return k, pick(r, integer(r), integer(r), number(r), anystr(r), anystr(r), phrase(r, 1, 2), phrase(r, 1, 4), r.random() < .5)


def result(r, error=.1):
    """A tool result and the answer made from it."""
    x = r.random()
    if x < error:
        e = failure(r)
        return pick(r, json.dumps({"error": e}, ensure_ascii=False), "Error: " + e, "error: " + e), "The tool reported an error: %s." % e
    if x < .3:
        s = pick(r, phrase(r, 1, 6), sentence(r), anystr(r), "%d" % integer(r), "%s%d%s" % (pick(r, "", "$"), r.randint(0, 99), pick(r, "°C", " degrees", "", "%")), "%d degrees and %s" % (r.randint(-9, 40), pick(r, "sunny", "cloudy", "rainy", "windy")), "%s: %s" % (pick(r, low(r), nw(r).capitalize(), pname(r)), prose(r)), prose(r) + " " + prose(r))
        return s, "The result is: " + s
    if x < .38:
        s = pick(r, "The %s in %s is %s." % (pick(r, "weather", "temperature", "price", "time", low(r)), city(r), anystr(r)), "It is %d degrees and %s in %s." % (r.randint(-9, 40), pick(r, "sunny", "cloudy", "rainy"), city(r)), "The %s was %s." % (low(r), pick(r, "sent", "created", "deleted", "saved", "updated")), "The %s is %s and %s." % (low(r), pick(r, "in " + city(r), low(r)), pick(r, "arrives on " + day(r), "costs $%d" % r.randint(1, 90), low(r))))
        return s, s
    if x < .48:
        L = [pick(r, word(r), fileN(r), pname(r), anystr(r), dish(r)) for _ in range(r.randint(1, 5))]
        k = pick(r, "items", "files", "results", "names", low(r))
        s = ", ".join(L[:-1]) + " and " + L[-1] if len(L) > 1 else L[0]
        return pick(r, (json.dumps({k: L}, ensure_ascii=False), "The %s are: %s." % (k, s)), (json.dumps(L, ensure_ascii=False), "The results are: %s." % s), ("\n".join(L) if len(L) > 1 else json.dumps(L, ensure_ascii=False), "The results are: %s." % s))
    o = {}
    for _ in range(pick(r, 1, 2, 2, 3, 3, 4, 5)):
        k, v = member(r)
        o[k] = v
    if r.random() < .12: o = {pick(r, "data", "result", "weather", low(r)): o}
    flat = {}
    for k, v in o.items(): flat.update(v) if isinstance(v, dict) else flat.update({k: v})
    a = "The " + ", the ".join("%s is %s" % (k.replace("_", " "), say(r, v)) for k, v in flat.items()) + "."
    return json.dumps(o, ensure_ascii=False, separators=pick(r, (", ", ": "), (",", ":")), indent=2 if r.random() < .06 else None), a


def toolconv(r, big=False):
    fns, asks = [], []
    for _ in range(r.randint(6, 18) if big else pick(r, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 7)):
        fn, ask = domtool(r) if r.random() < .75 else mktool(r)
        if fn["name"] not in [f["name"] for f in fns]: fns.append(fn); asks.append(ask)
    h = msys(r, .35)
    thinking = r.random() < .12
    for t in range(r.randint(3, 9) if big else pick(r, 1, 2, 2, 3, 3, 4)):
        x = r.random()
        if x < .18:                                                          # no tool needed
            h += [m for m in r.choice([greet, greet, qaconv, count, copy, unknown, memory])(r) if m["role"] != "system"][-2:]
            continue
        if x < .27:                                                          # no tool fits
            q, _ = domtool(r)[1](r)
            used = " ".join(f["name"] + str(f.get("description")) for f in fns).lower()
            fn2, ask2 = domtool(r)
            key = fn2.get("description", "x").split(".")[0]
            if len(fns) <= 3 and fn2["parameters"]["properties"] and not any(w in used for w in (fn2["name"] + " " + key).lower().replace("_", " ").split() if len(w) > 3):
                h += [U(ask2(r)[0]), A("I have no tool for that, so I cannot look it up or do it.")]
                continue
        i = r.randrange(len(fns))
        if x < .30 and fns[i]["parameters"].get("required"):                 # a required value is missing: ask
            k = fns[i]["parameters"]["required"][0]
            h += [U(pick(r, "Use %s.", "Call %s", "Please use the tool %s") % fns[i]["name"]), A("Please tell me the %s." % k.replace("_", " "))]
            if r.random() < .5: continue
            ps = fns[i]["parameters"]["properties"]
            q, args = asks[i](r)
            if list(args) != [k]: continue
            h += [U(say(r, args[k])), A("", tool_calls=[{"name": fns[i]["name"], "arguments": args}])]
            continue
        if x < .325 and fns[i]["parameters"].get("required"):                 # forced call without the values
            ps = fns[i]["parameters"]
            ar = {k: {"string": "unknown", "integer": 0, "number": 0, "boolean": False, "array": [], "object": {}}.get(str(ps["properties"][k]["type"])) if "enum" not in ps["properties"][k] else ps["properties"][k]["enum"][0] for k in ps["required"]}
            h += [U(r.choice(["Hello", "Hi", "test", "Hello!", "ok", "Do it.", "Thanks"])), A("", tool_calls=[{"name": fns[i]["name"], "arguments": ar}], forced=True)]
            break
        n = pick(r, 1, 1, 1, 1, 1, 1, 2, 2, 3)
        same = r.random() < .5
        qs = []
        for j in range(n):
            if j and not same: i = r.randrange(len(fns))
            q, args = asks[i](r)
            if any(c["name"] == fns[i]["name"] and c["arguments"] == args for _, c in qs): continue
            qs.append((q, {"name": fns[i]["name"], "arguments": args}))
        calls = [c for _, c in qs]
        if len(calls) == 1: txt = qs[0][0]
        else:
            one = calls[0]["arguments"]; fl = [list(c["arguments"].values()) for c in calls]
            if same and all(c["name"] == calls[0]["name"] and list(c["arguments"]) == list(one) and len(one) == 1 for c in calls) and all(isinstance(f[0], str) for f in fl):
                vs = [f[0] for f in fl]; a = qs[0][0]
                txt = a.replace(vs[0], ", ".join(vs[:-1]) + " and " + vs[-1])
            else:
                txt = pick(r, " and ", " and then ", ". Then ", "\n", ", and ", " Also, ").join(q if j == 0 else q[0].lower() + q[1:] for j, (q, _) in enumerate(qs))
        th = "The user wants me to call %s." % " and ".join(c["name"] for c in calls) if thinking else None
        h += [U(txt), A("", tool_calls=calls, think=th)]
        if r.random() < .82:
            rs = [result(r) for _ in calls]
            h += [{"role": "tool", "content": x[0]} for x in rs] + [A(" ".join(x[1] for x in rs), think="I have the tool result, so I can answer now." if thinking else None)]
        else: break
    return dict(messages=h, tools=fns)
